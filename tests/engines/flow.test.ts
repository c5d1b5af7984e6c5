import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { ARRIVED, FORM } from "../http/post";
import { type Site, startSite } from "../start-site";
import { firefox, oldChromium } from "./by-puppeteer";
import { type Engine, type Kind, until } from "./engine";
import { webkit } from "./webkit";

/**
 * The way of a visitor in browsers that are not today's Chromium, with JavaScript on and off. The two old ones stand for
 * what a browser gets that knows the stylesheet's layers but no nesting, popover or :has (2022: Safari 15.4 and later, so
 * iPhones since 2015; Firefox 115), and none of it (2021).
 */
const KINDS: Kind[] = [
  firefox,
  webkit,
  oldChromium("Chromium of 2022", "chromium-2022"),
  oldChromium("Chromium of 2021", "chromium-2021"),
];

const SUCCESS = "Thank you for your quote request! We'll get back to you as soon as we can.";
const GET_QUOTE = ".top-bar a.button";
const OPEN = 'document.querySelector(".quote-dialog[open]")';

let forwarder: Forwarder;
let site: Site;
beforeAll(async () => {
  forwarder = await startForwarder();
});
// A site for each: the same request sent again within the hour would rightly not be sent.
beforeEach(async () => {
  forwarder.reset();
  site = await startSite({ FORWARD_URL: forwarder.url });
});
afterEach(() => site.end());
afterAll(() => forwarder.close());

for (const kind of KINDS) {
  const missing = kind.missing();
  if (missing) console.warn(`SKIPPED: ${kind.name}: ${missing}, so nothing was tried with it.`);
  for (const js of missing ? [] : [true, false]) {
    describe(`${kind.name}, JavaScript ${js ? "on" : "off"}`, () => {
      let engine: Engine;
      beforeAll(async () => {
        engine = await kind.start({ js });
        console.log(`${kind.name}: ${engine.version}`);
      });
      beforeEach(() => engine.resize(1280, 800));
      afterEach(() => {
        expect(engine.complaints().splice(0), "errors that the browser reported").toEqual([]);
      });
      afterAll(() => engine.end());

      const path = () => engine.read("location.pathname + location.search");
      /** Whether React runs, as it must where scripts do and a form is there. */
      const ready = () => until(engine, `(history.scrollRestoration === "manual") === ${js}`);

      /** Types a request into a form. */
      const fill = async (id: string, changes: Partial<typeof FORM> = {}) => {
        const additionalNotes = FORM.additionalNotes.replace("\r\n", "\n");
        const typed = { ...FORM, projectType: "Pool", additionalNotes, ...changes };
        for (const [name, value] of Object.entries(typed))
          if (value) await engine.type(`#${id}-${name}`, value);
      };

      const openModal = async (page: string) => {
        await engine.open(site.url + page);
        await engine.click(GET_QUOTE);
        await until(engine, OPEN);
      };
      const openContact = async () => {
        await engine.open(`${site.url}/contact`);
        await engine.click("h1"); // React waits for the visitor.
        await ready();
      };
      const press = (form: string) => engine.click(`${form} button[type=submit]`);

      /** Sends a form empty, which is refused, and then filled. */
      const send = async (form: string, id: string, subject: string) => {
        await ready();
        await press(form);
        await until(engine, 'document.activeElement?.matches(".error-summary")');
        expect(await engine.read('document.querySelectorAll(".error-summary a").length')).toBe(5);
        expect(forwarder.received).toEqual([]);
        await fill(id);
        await press(form);
        await until(engine, 'document.querySelector(".message.success")');
        expect(await engine.read('document.querySelector(".message.success p").innerText')).toBe(SUCCESS);
        expect(forwarder.received.map(({ fields }) => fields)).toEqual([ARRIVED(subject)]);
      };

      it("home page, Get Quote, refused while empty, sent, thanked", async () => {
        await openModal("/");
        await send(".quote-dialog", "quote", "New Quote Request from Website");
        await engine.click(".quote-close");
        await until(engine, `!${OPEN}`);
        expect(await path()).toMatch(/^\/\?sent=earlier&mark=/);
      });

      it("contact page: refused while empty, sent, thanked", async () => {
        await openContact();
        await send(".contact-form", "contact", "New Contact Request from Website");
      });

      it.runIf(js)("a form left while sending: the page that is open says that it was sent", async () => {
        const release = forwarder.hold();
        await openModal("/about");
        await ready();
        await fill("quote");
        await press(".quote-dialog");
        await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
        await engine.back();
        await until(engine, `!${OPEN}`);
        release();
        await until(engine, 'document.querySelector(".status-line")?.innerText.includes("was sent")');
        expect(await path()).toMatch(/^\/about\?sent=earlier&mark=/);
      });

      it.runIf(js)("the first press on Send counts when the field before it is wrong", async () => {
        await openContact();
        await fill("contact", { email: "" });
        await engine.type("#contact-email", "x");
        await press(".contact-form");
        await until(engine, 'document.activeElement?.matches(".error-summary")');
      });

      it.runIf(js)("the line by the button says the newest outcome when the page is translated", async () => {
        const line = '[...document.querySelectorAll(".failure-line")].pop()';
        await openContact();
        await fill("contact");
        await engine.read('(document.querySelector(".leave-empty input").value = "Ann")');
        await press(".contact-form");
        await until(engine, `${line}?.textContent.includes("not been sent yet")`);
        await engine.read(
          '[...document.querySelectorAll(".failure-line")].map(({ firstChild }) => { const font = document.createElement("font"); font.textContent = firstChild.textContent; firstChild.replaceWith(font); }).length',
        );
        forwarder.behave("status", { status: 500 });
        await press(".contact-form");
        await until(engine, `${line}?.textContent.includes("Try again")`);
        expect(await engine.read(`${line}.textContent`)).not.toContain("not been sent yet");
      });

      it("the modal closes on Cancel, by Back, and by Esc where scripts run", async () => {
        const closings = [() => engine.click(".form-buttons a"), () => engine.back()];
        if (js) closings.push(() => engine.escape());
        for (const close of closings) {
          await openModal("/about");
          await ready();
          expect(await path()).toBe("/about/quote");
          await close();
          // Between two documents there is none, and no modal.
          await until(engine, 'location.pathname === "/about"');
          await until(engine, `!${OPEN}`);
        }
      });

      it("the menu of a narrow window leads to a page, and Back comes back", async () => {
        await engine.resize(360, 800);
        await engine.open(`${site.url}/about`);
        expect(await engine.read("innerWidth"), "the width of the window").toBeLessThan(1000);
        expect(await engine.read("document.documentElement.scrollWidth <= innerWidth"), "fits").toBe(true);
        const shown = 'document.querySelector("#menu a").getClientRects().length > 0';
        // Where popovers are unknown the links are always there.
        if (await engine.read('"popover" in HTMLElement.prototype')) {
          expect(await engine.read(shown)).toBe(false);
          await engine.click(".menu-button");
        }
        await until(engine, shown);
        await engine.click("#menu a[href='/services']");
        await until(engine, 'location.pathname === "/services"');
        await until(engine, 'document.querySelector("main article h3") !== null');
        await engine.back();
        await until(engine, 'location.pathname === "/about"');
        await until(engine, 'document.querySelector("main .story") !== null');
        await until(engine, `!${OPEN}`);
      });
    });
  }
}
