import { RULES, RULES_CHANGE } from "~/content/michigan-rules";

/** Michigan's rules, once for all services. */
export const Rules = () => (
  <section className="rules" aria-labelledby="rules">
    <h2 id="rules">Before any dig</h2>
    <ul>
      {RULES.map(({ about, text, source, url }) => (
        <li key={about}>
          <h3>{about}</h3>
          <p>
            {text} <a href={url}>{source}</a>
          </p>
        </li>
      ))}
    </ul>
    <p className="rules-change">{RULES_CHANGE}</p>
  </section>
);
