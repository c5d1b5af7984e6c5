import { Link } from "@remix-run/react";
import { ANSWERS } from "~/content/contact";
import { RULES_CHANGE } from "~/content/michigan-rules";

/** Questions and answers, each with its source. */
export function Questions() {
  return (
    <section className="questions" aria-labelledby="questions">
      <h2 id="questions">Before the digging starts</h2>
      <div>
        {ANSWERS.map(({ question, text, source, url }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>
              {text} <Link to={url}>{source}</Link>
            </p>
          </details>
        ))}
        <p className="rules-change">{RULES_CHANGE}</p>
      </div>
    </section>
  );
}
