import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { INLINE_NONCE, withPolicy } from "~/document/content-security-policy.server";

const sha256 = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

it("content security policy: only the site's own inline scripts are allowed, and no nonce is sent", () => {
  const mark = ` nonce="${INLINE_NONCE}"`;
  const own = (mark: string) =>
    `<script${mark}>first()</script><script type="module"${mark} async="">second()</script>` +
    `<script${mark} src="/build/entry.js"></script><link${mark}/>`;
  const injected = `<script>injected()</script><script nonce="guess">injected()</script><style>injected{}</style>`;
  const { html, policy } = withPolicy(own(mark) + injected);
  expect(html).toBe(own("") + injected);
  expect(policy).toContain(
    `; script-src 'self' ${sha256("first()")} ${sha256("second()")}; style-src 'self'; `,
  );
});
