/** A rule without the groups around it. */
const CSS_RULE = /([^{}]+)(\{[^{}]*\})/g;
/** A group that has lost all its rules. */
const EMPTY_GROUP = /@[^{}]+\{\}/g;
const CLASS_SELECTOR = /\.([a-z][\w-]*)/g;
const CLASS_ATTRIBUTE = / class="([^"]*)"/g;

/**
 * Makes the function that picks, from a minified stylesheet without nesting, the rules whose classes a document uses. Rules
 * without a class stay, and a list of selectors with parentheses stays whole: better one rule too many than one too few.
 */
export function makeCriticalCss(css: string): (html: string) => string {
  /** Results by set of classes. There are few such sets, since the site writes all its markup. */
  const known = new Map<string, string>();

  return (html) => {
    const lists = new Set(Array.from(html.matchAll(CLASS_ATTRIBUTE), ([, list = ""]) => list));
    const used = new Set([...lists].flatMap((list) => list.split(" ")));
    const key = [...used].sort().join(" ");
    const rules = known.get(key) ?? select(css, used.add("is-open")); // The footer's script sets this one.
    known.set(key, rules);
    return rules;
  };
}

function select(css: string, used: Set<string>): string {
  const mayMatch = (selector: string) =>
    [...selector.matchAll(CLASS_SELECTOR)].every(([, name = ""]) => used.has(name));
  let kept = css.replace(CSS_RULE, (_, list: string, body: string) => {
    const selectors = list
      .replace(/:not\([^)]*\)/g, "")
      .split(",")
      .filter(mayMatch);
    if (selectors.length === 0) return "";
    return (list.includes("(") ? list : selectors.join(",")) + body;
  });
  for (let before = ""; before !== kept; ) {
    before = kept;
    kept = before.replace(EMPTY_GROUP, "");
  }
  return kept;
}
