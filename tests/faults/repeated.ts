import type { LogLine } from "../start-site";

/** One trouble of the outbox is one line, however many requests meet it. @returns what was said twice, in words */
export function repeated(lines: readonly LogLine[]): string[] {
  const said = lines
    .filter(({ event, level }) => event.startsWith("outbox.") && level !== "info")
    .map(({ event, code = "", file = "" }) => `${event} ${code}${file}`.trim());
  const twice = new Set(said.filter((line, index) => said.indexOf(line) < index));
  return [...twice].map((line) => `more than one line ${line}`);
}
