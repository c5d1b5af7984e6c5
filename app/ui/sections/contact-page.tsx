import { Link } from "@remix-run/react";
import { type ANSWERS, ANSWERS_HEADING, type TO_HAVE_READY } from "~/contractor/contact";
import type { HOW_IT_WORKS } from "~/contractor/home";
import { REGULATIONS_CHANGE } from "~/contractor/regulations";
import { useBusiness, useRootData } from "~/root-data";
import { OpenNow } from "~/ui/layout/contact-details";
import { ClosingPicture } from "~/ui/sections/picture";

/** Phone number and hours, at the top of the contact page. */
export function CallUs() {
  const { owner, phone, phoneHref, sms } = useBusiness();
  return (
    <aside className="call-us" aria-label="By phone">
      <p>Rather talk?{owner ? ` Ask for ${owner}.` : ""}</p>
      <a href={phoneHref}>
        <span className="visually-hidden">Call </span>
        {phone}
      </a>
      {sms ? (
        <p>
          Or text <a href={sms.href}>{sms.number}</a>
        </p>
      ) : null}
      <p>{useRootData()?.hours}</p>
      <OpenNow />
    </aside>
  );
}

type Ready = { ready: typeof TO_HAVE_READY; work: typeof HOW_IT_WORKS };

/** Beside the contact form: what to have ready, and what happens next. */
export const HaveReady = ({ ready, work }: Ready) => (
  <aside className="have-ready" aria-label="Before you write">
    <h3>{ready.heading}</h3>
    <ul>
      {ready.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
    <p>{ready.note}</p>
    <h3>{work.heading}</h3>
    <ol>
      {work.steps.map(({ title, text }) => (
        <li key={title}>
          <b>{title}.</b> {text}
        </li>
      ))}
    </ol>
  </aside>
);

/** Questions and answers, each with its source. */
export function Questions({ answers }: { answers: typeof ANSWERS }) {
  return (
    <section className="questions" aria-labelledby="questions">
      <h2 id="questions">{ANSWERS_HEADING}</h2>
      <ClosingPicture second />
      <div>
        {answers.map(({ question, text, source, url }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>
              {text} <Link to={url}>{source}</Link>
            </p>
          </details>
        ))}
        <p className="regulations-change">{REGULATIONS_CHANGE}</p>
      </div>
    </section>
  );
}
