import { createRequire } from "node:module";

type Morgan = { format(name: string, line: () => undefined): void };

/**
 * Mutes remix-serve's access lines in production: they stand among the log's JSON, and name addresses as clients sent
 * them. remix-serve asks its logger, morgan, for the format "tiny" once the build is loaded; morgan lets a format be
 * named anew, and writes no line where it gives none.
 */
export function muteAccessLog(): void {
  if (process.env.NODE_ENV !== "production") return;
  // remix-serve's own copy, found from where it lies.
  const serve = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
  (serve("morgan") as Morgan).format("tiny", () => undefined);
}
