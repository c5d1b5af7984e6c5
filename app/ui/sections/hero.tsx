import type { ReactNode } from "react";

/**
 * The top of a page. Its children are the buttons.
 *
 * @param picture the home page's large one
 * @param dusk the picture's ground is the evening's blue, and so is the page's behind it
 * @param aside beside the title of an inner page
 */
export function Hero(props: {
  badge?: string;
  title: string;
  text: string;
  facts?: readonly string[];
  notice?: ReactNode;
  picture?: ReactNode;
  dusk?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const { badge, title, text, facts, notice, picture, dusk, aside, children } = props;
  return (
    <section className={`hero${picture ? " with-picture" : ""}${dusk ? " dusk" : ""}`}>
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
        {notice}
      </div>
      {picture}
      {aside}
    </section>
  );
}
