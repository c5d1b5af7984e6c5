import { expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { attackedSite } from "../server/attacked-site";

const site = attackedSite();

/** What a page holds for React, as its last script but one hands it over. */
const handedOver = (html: string) =>
  /<script>window\.__remixContext\.streamController\.enqueue\((".*")\);<\/script>(?:<!--\/?\$-->)*<script>window\.__remixContext\.streamController\.close\(\);<\/script>/.exec(
    html,
  )?.[1];

it("document data: what was typed reaches React inside one script, whatever it is", async () => {
  const typed = "</script><script>alert(1)</script><!-- \u2028\u2029 \" \\ &amp; $& ' </body></html>";
  const { status, text } = await postForm(site.url, "/quote", {
    ...FORM,
    email: "",
    additionalNotes: typed,
  });
  expect(status).toBe(422);
  const clean = await ask(site.url, "/quote");
  const count = (html: string, mark: string) => html.split(mark).length;
  for (const mark of ["<script", "</script", "<!--", "</body>"])
    expect(count(text, mark)).toBe(count(clean.text, mark));
  expect(text).toMatch(/<\/body><\/html>$/);
  const data = handedOver(text);
  expect(data).not.toMatch(/[<>&\u2028\u2029]/);
  // What ends a line in any way ends one for the owner.
  expect(JSON.parse(JSON.parse(data ?? ""))).toContain(typed.replace("\u2028\u2029", "\n\n"));
});

it("document data: no NUL is sent when a three-byte character meets the end of React's buffer", async () => {
  for (const before of ["", "x", "xx"]) {
    // Just short enough to go through the buffer, which holds 2048 bytes: its end is within one of the two.
    const typed = before + "’".repeat(600);
    const { text } = await postForm(site.url, "/quote", {
      ...FORM,
      email: "",
      fullName: typed,
      additionalNotes: typed,
    });
    expect(text).toContain(`>${typed}</textarea>`);
    expect(text.includes("\0")).toBe(false);
  }
});
