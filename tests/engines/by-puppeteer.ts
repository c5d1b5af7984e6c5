import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Engine, Kind } from "./engine";

const load = createRequire(import.meta.url);
const PACKAGES = join(import.meta.dirname, "node_modules");
const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Firefox as the system has it, spoken to by WebDriver BiDi. */
export const firefox: Kind = {
  name: "Firefox",
  missing: () => (FIREFOX.some((path) => existsSync(path)) ? undefined : "no firefox-esr"),
  start: ({ js }) => {
    const executablePath = FIREFOX.find((path) => existsSync(path));
    return start({ browser: "firefox", executablePath, extraPrefsFirefox: { "javascript.enabled": js } });
  },
};

/** A Chromium of the past, from the npm package in `folder`, which holds it compressed. */
export const oldChromium = (name: string, folder: string): Kind => ({
  name,
  missing: () =>
    existsSync(join(PACKAGES, folder)) ? undefined : `no ${folder} in tests/engines/node_modules`,
  start({ js }) {
    const program = join(PACKAGES, folder, "bin", "chromium");
    if (!existsSync(program)) {
      writeFileSync(program, brotliDecompressSync(readFileSync(`${program}.br`)), { mode: 0o755 });
    }
    const args = ["--no-sandbox", "--disable-gpu", "--no-zygote"];
    const how = { headless: "shell", waitForInitialPage: false, args, scriptsOff: !js };
    return start({ browser: "chrome", executablePath: program, ...how });
  },
});

async function start({ scriptsOff, ...options }: Record<string, unknown>): Promise<Engine> {
  const browser = await load("puppeteer-core").launch({ protocolTimeout: 30_000, ...options });
  const complaints: string[] = [];
  let size: Size | undefined;
  async function tab(): Promise<Page> {
    const opened: Page = await browser.newPage();
    opened.on("console", (message) => {
      // The browser itself notes every answer of 400 and above.
      if (message.type() === "error" && !/responded with a status of/.test(message.text()))
        complaints.push(message.text());
    });
    opened.on("pageerror", (error) => complaints.push(error.message));
    if (scriptsOff) await opened.setJavaScriptEnabled(false);
    if (size) await opened.setViewport(size);
    return opened;
  }
  let page = await tab();
  return {
    version: await browser.version(),
    // In a tab of its own: after a Back to a page that Firefox had kept, puppeteer hears of no further load.
    async open(url) {
      const last = page;
      page = await tab();
      await last.close();
      await page.goto(url);
    },
    read: (expression) =>
      page.evaluate(expression).catch((error) => {
        if (/context|destroyed|navigat|realm|no such frame/i.test(error.message)) return undefined;
        throw error;
      }),
    // Puppeteer's own click waits in the page for a promise, which Firefox keeps for ever where scripts are off.
    async click(css) {
      const place = await page.evaluate(`(() => {
        const element = document.querySelector(${JSON.stringify(css)});
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })()`);
      await page.mouse.click(...(place as [x: number, y: number]));
    },
    type: (css, text) => page.type(css, text),
    escape: () => page.keyboard.press("Escape"),
    back: async () => void (await page.evaluate("history.back()")),
    async resize(width, height) {
      size = { width, height };
      await page.setViewport(size);
    },
    complaints: () => complaints,
    end: () => browser.close(),
  };
}

type Size = { width: number; height: number };

/** What is used of puppeteer's page; its types are not there where it is not installed. */
type Page = {
  on(event: "console", listen: (message: { type(): string; text(): string }) => void): void;
  on(event: "pageerror", listen: (error: Error) => void): void;
  goto(url: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  mouse: { click(x: number, y: number): Promise<void> };
  type(css: string, text: string): Promise<void>;
  keyboard: { press(key: string): Promise<void> };
  setViewport(size: Size): Promise<void>;
  close(): Promise<void>;
  setJavaScriptEnabled(enabled: boolean): Promise<void>;
};
