import { OWN_SCRIPT } from "~/document/content-security-policy.server";

/**
 * The site's one Trusted Types policy: what a script writes as markup is empty, but for two texts. React writes markup
 * only where it has to make the whole document anew, because a browser extension changed it before React ran, or
 * because the error page takes its place. Then it puts back the stylesheet, makes a script element by its two tags, and
 * fills script elements that never run. With no policy at all such a visitor would have a blank page.
 *
 * It stands in the head, before the scripts of the site, and takes itself out of the document, which React will compare
 * with what it expects.
 */
const POLICY = `{const sheet=document.querySelector("style").textContent;window.trustedTypes&&trustedTypes.createPolicy("default",{createHTML:t=>t===sheet||t==="<script><\\/script>"?t:""})}document.currentScript.remove()`;

/** Gives a document its Trusted Types policy. */
export const withTrustedTypes = (html: string) =>
  html.replace("</head>", () => `<script nonce="${OWN_SCRIPT}">${POLICY}</script></head>`);
