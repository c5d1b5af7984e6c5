import { firefox, oldChromium } from "./by-puppeteer";
import type { Kind } from "./engine";
import { webkit } from "./webkit";

/**
 * The browsers that can run here; the others are named, loudly. The two old ones stand for what a browser gets that knows the stylesheet's layers but no
 * nesting, popover or :has (2022: Safari 15.4 and later, so iPhones since 2015; Firefox 115), and none of it (2021).
 */
export const KINDS: Kind[] = [
  firefox,
  webkit,
  oldChromium("Chromium of 2022", "chromium-2022"),
  oldChromium("Chromium of 2021", "chromium-2021"),
].filter((kind) => {
  const missing = kind.missing();
  if (missing) console.warn(`SKIPPED: ${kind.name}: ${missing}, so nothing was tried with it.`);
  return !missing;
});
