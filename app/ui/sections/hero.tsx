import type { ReactNode } from "react";

/**
 * The top of a page; its children are the buttons. `dusk` puts the picture's evening blue behind the text, too. `alone`:
 * nothing else is on the page.
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
