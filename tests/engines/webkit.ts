import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../faults/until";
import { freePort } from "../start-site";
import type { Kind } from "./engine";

const load = createRequire(import.meta.url);
const DRIVER = "/usr/bin/WebKitWebDriver";
const LIBRARIES = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;
const BROWSERS = ["4.1", "4.0"].map((api) => `${LIBRARIES}/webkit2gtk-${api}/MiniBrowser`);
const NEEDED = [DRIVER, "/usr/bin/Xvfb"];

/** WebKitGTK, the engine of Safari, in Debian's MiniBrowser; spoken to by WebDriver on a display of its own. */
export const webkit: Kind = {
  name: "WebKit",
  missing: () => {
    if (NEEDED.every((path) => existsSync(path)) && BROWSERS.some((path) => existsSync(path))) return;
    return "no webkit2gtk-driver, or no xvfb";
  },
  async start({ js }) {
    const { Builder, By, Capabilities, Key } = load("selenium-webdriver");
    const home = mkdtempSync(join(tmpdir(), "webkit-"));
    // Its row of buttons keeps the window at 447 px and more; a phone is narrower.
    mkdirSync(join(home, "gtk-3.0"));
    writeFileSync(join(home, "gtk-3.0", "gtk.css"), "* { min-width: 0; padding: 0; margin: 0; }");

    const size = ["-screen", "0", "1400x1100x24"];
    const screen = spawn("/usr/bin/Xvfb", ["-displayfd", "3", ...size, "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, "data");
    const port = await freePort();
    const place = { DISPLAY: `:${String(display).trim()}`, XDG_CONFIG_HOME: home, GDK_BACKEND: "x11" };
    const driver = spawn(DRIVER, ["--host=127.0.0.1", `--port=${port}`], {
      env: { ...process.env, ...place },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const processes = [driver, screen];
    process.once("exit", () => {
      for (const child of processes) child.kill("SIGKILL");
    });
    // What the browser writes comes through the driver that started it.
    let output = "";
    for (const stream of [driver.stdout, driver.stderr]) stream.on("data", (part) => (output += part));
    const url = `http://127.0.0.1:${port}`;
    const answers = async () => (await fetch(`${url}/status`).catch(() => undefined))?.ok === true;
    if (!(await until(answers, 10_000))) throw new Error("WebKitWebDriver does not answer");

    const args = [
      "--automation",
      `--enable-javascript=${js}`,
      "--enable-write-console-messages-to-stdout=true",
    ];
    const wanted = new Capabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: BROWSERS.find((path) => existsSync(path)), args },
    });
    const browser = await new Builder().usingServer(url).withCapabilities(wanted).build();
    const find = (css: string) => browser.findElement(By.css(css));
    return {
      version: `WebKitGTK ${(await browser.getCapabilities()).getBrowserVersion()}`,
      open: (url) => browser.get(url),
      read: (expression) =>
        browser.executeScript(`return (${expression})`).catch((error: Error) => {
          if (/navigat|context|no such (window|frame)|detached|unloaded/i.test(error.message))
            return undefined;
          throw error;
        }),
      // Its own click scrolls only as far as it must, and then the bars lie over what it meant.
      async click(css) {
        const element = await find(css);
        await browser.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
        await element.click();
      },
      type: async (css, text) => (await find(css)).sendKeys(text.replaceAll("\n", Key.ENTER)),
      escape: () => browser.actions().sendKeys(Key.ESCAPE).perform(),
      back: () => browser.navigate().back(),
      resize: (width, height) => browser.manage().window().setRect({ x: 0, y: 0, width, height }),
      complaints: () => output.split("\n").filter((line) => /^CONSOLE .*ERROR/.test(line)),
      end: async () => {
        await browser.quit();
        for (const child of processes) child.kill("SIGKILL");
        rmSync(home, { recursive: true, force: true });
      },
    };
  },
};
