import type { Drawing } from "~/content/service-drawings";

/** The two cross-sections, with their numbers explained below each. */
export const Drawings = ({ drawings }: { drawings: readonly Drawing[] }) => (
  <section className="drawings" aria-labelledby="drawings">
    <h2 id="drawings">Under the surface</h2>
    <div>
      {drawings.map(({ name, title, alt, parts }) => (
        <figure key={name}>
          <img src={`/images/${name}-section.svg`} alt={alt} width={1200} height={560} loading="lazy" />
          <figcaption>
            <h3>{title}</h3>
            <ol className="parts">
              {parts.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ol>
          </figcaption>
        </figure>
      ))}
    </div>
    <p className="rules-change">Typical layouts, not to scale. Yours depends on your soil and permit.</p>
  </section>
);
