import type { ReactNode } from "react";

/** The head of a page: badge, title, text, and what to do. */
export function Hero(props: {
  badge?: string;
  title: string;
  text: string;
  picture?: ReactNode;
  children?: ReactNode;
}) {
  const { badge, title, text, picture, children } = props;
  return (
    <section className={picture ? "hero with-picture" : "hero"}>
      <div className="hero-text">
        {badge ? <p className="badge">{badge}</p> : null}
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {children ? <div className="actions">{children}</div> : null}
      </div>
      {picture}
    </section>
  );
}
