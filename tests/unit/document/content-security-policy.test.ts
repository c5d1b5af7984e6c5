import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { INLINE_NONCE, withPolicy } from "~/document/content-security-policy.server";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const own = (text: string) => `<script nonce="${INLINE_NONCE}">${text}</script>`;
const scriptSources = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1];

describe("the policy of a document", () => {
  it("allows the scripts that the site marked as its own, and nothing else that stands in the page", () => {
    const { policy } = withPolicy(
      `<style>body{}</style>${own("first()")}<script>injected()</script><script nonce="guess">injected()</script>` +
        `<style>injected{}</style><script type="module" nonce="${INLINE_NONCE}" async="">second()</script>`,
    );
    expect(scriptSources(policy)).toBe(`'self' ${sha256("first()")} ${sha256("second()")}`);
    expect(policy).not.toContain(sha256("injected()"));
    expect(policy).not.toContain(sha256("injected{}"));
  });

  it("takes the mark out of the page, for nobody must learn it", () => {
    const { html } = withPolicy(`<p>${own("first()")}<link nonce="${INLINE_NONCE}"/></p>`);
    expect(html).toBe("<p><script>first()</script><link/></p>");
  });

  it("names no file: those are 'self'", () => {
    const { policy } = withPolicy(`<script nonce="${INLINE_NONCE}" src="/build/entry.js"></script>`);
    expect(scriptSources(policy)).toBe("'self'");
  });
});
