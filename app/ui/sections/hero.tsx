import type { ReactNode } from "react";

/** The top of a page. Its children are the buttons. */
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
