/** A rule without the groups around it. */
const RULE = /([^{}]+)(\{[^{}]*\})/g;
/** A group that has lost all its rules. */
const EMPTY = /@[^{}]+\{\}/g;
const CLASS = /\.([a-z][\w-]*)/g;
const CLASSES = / class="([^"]*)"/g;

/**
 * Makes the function that picks, from a minified stylesheet without nesting, the rules whose classes a document uses. Rules
 * without a class stay, and a list of selectors with parentheses stays whole: better one rule too many than one too few.
 */
export function makeOwnRules(css: string): (html: string) => string {
  /** Results by set of classes. There are few such sets, since the site writes all its markup. */
  const known = new Map<string, string>();

  return (html) => {
    const lists = new Set(Array.from(html.matchAll(CLASSES), ([, list = ""]) => list));
    const used = new Set([...lists].flatMap((list) => list.split(" ")));
    const key = [...used].sort().join(" ");
    const rules = known.get(key) ?? select(css, used.add("is-open")); // The footer's script sets this one.
    known.set(key, rules);
    return rules;
  };
}

function select(css: string, used: Set<string>): string {
  const mayMatch = (selector: string) =>
    [...selector.matchAll(CLASS)].every(([, name = ""]) => used.has(name));
  let own = css.replace(RULE, (_, list: string, body: string) => {
    const selectors = list
      .replace(/:not\([^)]*\)/g, "")
      .split(",")
      .filter(mayMatch);
    if (selectors.length === 0) return "";
    return (list.includes("(") ? list : selectors.join(",")) + body;
  });
  for (let before = ""; before !== own; ) {
    before = own;
    own = before.replace(EMPTY, "");
  }
  return own;
}
