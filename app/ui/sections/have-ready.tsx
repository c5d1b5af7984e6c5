import { TO_HAVE_READY } from "~/content/contact";

/** Beside the contact form: what to have at hand. */
export const HaveReady = () => (
  <aside className="have-ready" aria-label="Before you write">
    <h3>{TO_HAVE_READY.heading}</h3>
    <ul>
      {TO_HAVE_READY.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
    <p>{TO_HAVE_READY.note}</p>
  </aside>
);
