/** Selectors and declarations, without the @media or @layer around them. */
const CSS_RULE = /([^{}]+)(\{[^{}]*\})/g;
/** An @media or @layer without rules. */
const EMPTY_GROUP = /@[^{}]+\{\}/g;
const CLASS_SELECTOR = /\.([a-z][\w-]*)/g;
/** Between the selectors of a list, not within parentheses. */
const COMMA = /,(?![^()]*\))/;
const NOT = /:not\([^)]*\)/g;
const IS = /:is\(([^)]*)\)/g;
const CLASS_ATTRIBUTE = / class="([^"]*)"/g;

/**
 * Makes a function that returns the rules a document needs: those without a class, and those whose classes it uses. Errs on the
 * side of too many: `:not` is ignored.
 *
 * @param css minified, without nesting
 */
export function makeCriticalCss(css: string): (html: string) => string {
  /** Results by set of classes. There are few such sets, because all markup is the site's own. */
  const known = new Map<string, string>();

  return (html) => {
    const lists = new Set(Array.from(html.matchAll(CLASS_ATTRIBUTE), ([, list = ""]) => list));
    const used = new Set([...lists].flatMap((list) => list.split(" ")));
    const key = [...used].sort().join(" ");
    const rules = known.get(key) ?? select(css, used.add("is-open")); // Set by the footer's script.
    known.set(key, rules);
    return rules;
  };
}

function select(css: string, used: Set<string>): string {
  const allUsed = (selector: string) =>
    [...selector.matchAll(CLASS_SELECTOR)].every(([, name = ""]) => used.has(name));
  const mayMatch = (selector: string) => {
    const required = selector.replace(NOT, "");
    const choices = [...required.matchAll(IS)].map(([, list = ""]) => list.split(","));
    return allUsed(required.replace(IS, "")) && choices.every((list) => list.some(allUsed));
  };
  let kept = css.replace(CSS_RULE, (_, list: string, body: string) => {
    const selectors = list.split(COMMA).filter(mayMatch);
    return selectors.length > 0 ? selectors.join(",") + body : "";
  });
  for (let before = ""; before !== kept; ) {
    before = kept;
    kept = before.replace(EMPTY_GROUP, "");
  }
  return kept;
}
