import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { ARRIVED, FORM } from "../http/post";
import { type Site, startSite } from "../start-site";
import { type Engine, until } from "./engine";
import { KINDS } from "./kinds";

/** The way of a visitor in browsers that are not today's Chromium, with JavaScript on and off. */

const SUCCESS = "Thank you for your quote request! We'll get back to you as soon as we can.";
const GET_QUOTE = ".top-bar a.button";
const FORMS = { modal: "#quote-", contact: "#contact-" };

let forwarder: Forwarder;
let site: Site;
beforeAll(async () => {
  forwarder = await startForwarder();
});
// A site for each: the same request sent again within the hour would rightly not be sent.
beforeEach(async () => {
  forwarder.reset();
  // A test fills a form faster than a person can, which marks it as spam.
  site = await startSite({ FORWARD_URL: forwarder.url });
});
afterEach(() => site.end());
afterAll(() => forwarder.close());

for (const kind of KINDS) {
  for (const js of [true, false]) {
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

      const text = (css: string) => engine.read(`document.querySelector("${css}")?.innerText.trim() ?? ""`);
      const path = () => engine.read("location.pathname + location.search");
      const modalIsOpen = () => engine.read('!!document.querySelector(".quote-dialog[open]")');
      /** Whether React runs, as it must where scripts do and a form is there. */
      const ready = () => until(engine, `(history.scrollRestoration === "manual") === ${js}`);

      const refusedEmpty = async (form: string) => {
        await engine.click(`${form} button[type=submit]`);
        await until(engine, 'document.activeElement?.matches(".error-summary")');
        expect(await engine.read('document.querySelectorAll(".error-summary a").length')).toBe(5);
        expect(forwarder.received).toEqual([]);
      };
      const fill = async (id: string) => {
        await engine.type(`${id}fullName`, FORM.fullName);
        await engine.type(`${id}email`, FORM.email);
        await engine.type(`${id}phone`, FORM.phone);
        await engine.type(`${id}projectType`, "Pool");
        await engine.type(`${id}projectLocation`, FORM.projectLocation);
        await engine.type(`${id}additionalNotes`, FORM.additionalNotes.replace("\r\n", "\n"));
      };
      const arrived = async (subject: string) => {
        await until(engine, 'document.querySelector(".message.success")');
        expect(await text(".message.success")).toBe(SUCCESS);
        expect(forwarder.received.map(({ fields }) => fields)).toEqual([ARRIVED(subject)]);
      };

      it("home page, Get Quote, refused while empty, sent, thanked", async () => {
        await engine.open(`${site.url}/`);
        await engine.click(GET_QUOTE);
        await until(engine, 'document.querySelector(".quote-dialog[open]")');
        await ready();
        await refusedEmpty(".quote-dialog");
        await fill(FORMS.modal);
        await engine.click(".quote-dialog button[type=submit]");
        await arrived("New Quote Request from Website");
        await engine.click(".quote-close");
        await until(engine, '!document.querySelector(".quote-dialog[open]")');
        expect(await path()).toMatch(/^\/\?sent=earlier&mark=/);
      });

      it("contact page: refused while empty, sent, thanked", async () => {
        await engine.open(`${site.url}/contact`);
        await ready();
        await refusedEmpty(".contact-form");
        await fill(FORMS.contact);
        await engine.click(".contact-form button[type=submit]");
        await arrived("New Contact Request from Website");
      });

      it("the modal closes on Cancel, by Back, and by Esc where scripts run", async () => {
        const closings = [() => engine.click(".form-buttons a"), () => engine.back()];
        if (js) closings.push(() => engine.escape());
        for (const close of closings) {
          await engine.open(`${site.url}/about`);
          await engine.click(GET_QUOTE);
          await until(engine, 'document.querySelector(".quote-dialog[open]")');
          await ready();
          expect(await path()).toBe("/about/quote");
          await close();
          await until(engine, '!document.querySelector(".quote-dialog[open]")');
          expect(await path()).toBe("/about");
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
        await until(engine, 'document.querySelector("h3#snow-plowing") !== null');
        await engine.back();
        await until(engine, 'location.pathname === "/about"');
        await until(engine, 'document.querySelector("main .story") !== null');
        expect(await modalIsOpen()).toBe(false);
      });
    });
  }
}
