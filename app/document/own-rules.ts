/** A rule without the groups around it. */
const RULE = /([^{}]+)(\{[^{}]*\})/g;
/** A group that has lost all its rules. */
const EMPTY = /@[^{}]+\{\}/g;
const CLASS = /\.([a-z][\w-]*)/g;
const CLASSES = / class="([^"]*)"/g;

/**
 * The rules of a minified stylesheet without nesting whose classes a document uses. Rules without a class stay, and a list of
 * selectors with parentheses stays whole.
 */
export function ownRules(css: string, html: string): string {
  const used = new Set([...html.matchAll(CLASSES)].flatMap(([, list = ""]) => list.split(" ")));
  used.add("is-open"); // The footer's script sets this one.
  const mayMatch = (selector: string) =>
    [...selector.matchAll(CLASS)].every(([, name = ""]) => used.has(name));
  const own = css.replace(RULE, (_, list: string, body: string) => {
    const selectors = list
      .replace(/:not\([^)]*\)/g, "")
      .split(",")
      .filter(mayMatch);
    if (selectors.length === 0) return "";
    return (list.includes("(") ? list : selectors.join(",")) + body;
  });
  // A group within a group.
  return own.replace(EMPTY, "").replace(EMPTY, "");
}
