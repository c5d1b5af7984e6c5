import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

/** What Nu says, followed by the place it says it of, and is no fault, or is meant. */
const MEANT = [
  // It does not know the new kind of select yet.
  /^CSS: “appearance”: “base-select” is not a “appearance” value\. /,
  // The rest of the same block, and the list that such a select opens.
  /^CSS: “appearance”: Parse Error\. /,
  /^CSS: Parse Error\. ::picker\(select\)/,
  // It keeps focus from walking on under the open menu, which other browsers leave open.
  /^CSS: “interactivity”: Property “interactivity” doesn't exist\. /,
  // On paper the notes are as high as their text; where it is unknown, as in the window.
  /^CSS: “field-sizing”: Property “field-sizing” doesn't exist\. /,
  // Nor these, which other browsers skip: they only soften how the modal, the answers and the ground open.
  /^CSS: “interpolate-size”: Property “interpolate-size” doesn't exist\. /,
  /^CSS: “transition”: “(allow-discrete|--cover)” is not a “transition” value\. /,
  /^CSS: Unrecognized at-rule “@starting-style” /,
  // Nor scroll timelines: where there are none, a checkbox opens the ground.
  /^CSS: Unrecognized at-rule “@property” /,
  /^CSS: “animation-(timeline|range)”: Property “animation-(timeline|range)” doesn't exist\. /,
  // How React writes void elements.
  /^Trailing slash on void elements has no effect/,
  // Advice, not an error: while a request is on its way the modal's close links do nothing. They keep their address, for
  // without it they would lose the focus.
  /^An “aria-disabled” attribute whose value is “true” should not be specified on an “a” element/,
];

/** A Java that runs for seconds is quicker without its second compiler; Nu wants more stack then. */
const QUICK = ["-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** Whether there is a Java to run Nu with. */
export const javaIsThere = () => spawnSync("java", ["-version"]).status === 0;

/**
 * What the Nu HTML checker finds wrong in the documents of a folder, warnings too, their style sheets included: a line
 * each. One Java for all of them.
 *
 * @throws when it did not run to its end
 */
export function nu(folder: string): string[] {
  const jar = String(createRequire(import.meta.url)("vnu-jar"));
  const { stdout, stderr, status, error } = spawnSync(
    "java",
    [...QUICK, "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", "--skip-non-html", folder],
    { encoding: "utf8", maxBuffer: 2 ** 28, timeout: 600_000 },
  );
  if (error || status !== 0) throw new Error(`Nu did not run: ${error ?? stderr}`);
  const { messages } = JSON.parse(stdout) as {
    messages: { url: string; message: string; lastLine?: number; extract?: string }[];
  };
  return messages
    .map((found) => ({ ...found, said: `${found.message} ${found.extract ?? ""}` }))
    .filter(({ said }) => !MEANT.some((meant) => meant.test(said)))
    .map(({ url, lastLine, said }) => `${url.split("/").pop()}:${lastLine} ${said}`);
}
