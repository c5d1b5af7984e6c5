import type { ReactNode } from "react";

/**
 * The top section of a page. `children`: buttons. `dusk`: the text gets the evening color of the picture as its background. `alone`:
 * the page has no other section.
 */
export function Hero(props: {
  badge?: string;
  title: string;
  text: string;
  facts?: readonly string[];
  notice?: ReactNode;
  picture?: ReactNode;
  dusk?: boolean;
  alone?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const { badge, title, text, facts, notice, picture, dusk, alone, aside, children } = props;
  return (
    <section
      className={`hero ${picture ? "with-picture" : "words-only"}${dusk ? " dusk" : ""}${alone ? " alone" : ""}`}
    >
      <div className="hero-text">
        {badge ? <p className="badge">{badge}</p> : null}
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {children ? <div className="actions">{children}</div> : null}
        {notice}
      </div>
      {picture}
      {aside}
      {facts ? (
        <ul className="facts">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
