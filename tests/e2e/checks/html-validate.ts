import { HtmlValidate, StaticConfigLoader } from "html-validate";

/**
 * html-validate's recommended rules and those for whole documents. Off is what is no matter of right or wrong here, or
 * what the specification wants otherwise.
 */
const rules = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: {
      // How React writes attributes and void elements; to HTML their case, `=""` and the slash are all one.
      "attr-case": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      "doctype-style": "off",
      "void-style": "off",
      // The phone number is specified sign by sign. The stylesheet keeps it on one line.
      "tel-non-breaking": "off",
      // The name is where ARIA lets it be; the video has no other place for it.
      "aria-label-misuse": ["error", { allowAnyNamable: true }],
      // A file of the site's own is as trusted as the document that names it.
      "require-sri": ["error", { target: "crossorigin" }],
      // Specified: a silent video that plays by itself. It has a button that stops it.
      "no-autoplay": "off",
    },
  }),
);

/** What html-validate finds wrong in a document, warnings too: a line each. */
export async function htmlValidate(html: string): Promise<string[]> {
  const { results } = await rules.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  );
}
