import type { ReactNode } from "react";

/**
 * The top of a page. Its children are the buttons.
 *
 * @param picture the home page's large one
 * @param aside beside the title of an inner page
 */
export function Hero(props: {
  badge?: string;
  title: string;
  text: string;
  facts?: readonly string[];
  picture?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const { badge, title, text, facts, picture, aside, children } = props;
  return (
    <section className={picture ? "hero with-picture" : "hero"}>
      <div className="hero-text">
        {badge ? <p className="badge">{badge}</p> : null}
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {children ? <div className="actions">{children}</div> : null}
        {facts ? (
          <ul className="facts">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {picture}
      {aside}
    </section>
  );
}
