import { HOW_IT_WORKS } from "~/content/home";

/** The steps from a request to finished work. */
export function HowItWorks() {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">{HOW_IT_WORKS.heading}</h2>
      <ol className="steps">
        {HOW_IT_WORKS.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
