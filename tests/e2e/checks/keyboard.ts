import { type ElementHandle, expect, type Locator, type Page } from "@playwright/test";
import { FIELD_NAMES, FIELDS } from "~/quote/fields";
import type { QuoteRequest } from "../quote";

const NO_FOCUS = "nothing has the focus";
const FOUND = "it has the focus";

/**
 * What is wrong with how the focus is seen: what has it must lie in the window whole, under nothing else, with an
 * outline. `""` for nothing, FOUND where it is the goal. Judged at its middle and the middles of its edges.
 */
const focusFault = (page: Page, goal?: ElementHandle | null) =>
  page.evaluate(
    ({ none, found, goal }) => {
      const element = document.activeElement;
      if (!element || element === document.body) return none;
      const what = element.outerHTML.slice(0, 120);
      const box = element.getClientRects()[0];
      if (!box) return `not shown: ${what}`;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      // Of a video the browser's own controls have the focus, one by one, and mark it themselves.
      const own = element.localName === "video" && !element.matches(":focus-visible");
      if (own) return "";
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return `no outline: ${what}`;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const points: [number, number][] = [
        [x, y],
        [box.left + 2, y],
        [box.right - 2, y],
        [x, box.top + 2],
        [x, box.bottom - 2],
      ];
      for (const point of points) {
        const there = document.elementFromPoint(...point);
        // Of a text area the browser shows the line that is typed in, not all of it.
        if (!there && element.localName === "textarea" && point[1] > box.top + 2) continue;
        if (!there) return `outside the window: ${what}`;
        if (!element.contains(there)) return `under ${there.outerHTML.slice(0, 80)}: ${what}`;
      }
      return element === goal ? found : "";
    },
    { none: NO_FOCUS, found: FOUND, goal },
  );

/** Asserts that whoever looks at the page sees where the focus is. */
export const expectFocusSeen = (page: Page) => expect.poll(() => focusFault(page)).toBe("");

/** Presses Tab until a control has the focus. Every stop on the way must be seen. */
export async function tabTo(page: Page, control: Locator, key = "Tab") {
  // Looked up once: by role and name it costs more than the press.
  const goal = await control.elementHandle();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    let fault = await focusFault(page, goal);
    // After the last stop of a page the browser itself has the focus for one press.
    if (fault === NO_FOCUS) continue;
    if (fault && fault !== FOUND) {
      await expectFocusSeen(page);
      fault = await focusFault(page, goal);
    }
    if (fault === FOUND) return;
  }
  throw new Error(`${control} was not reached with 60 presses of ${key}`);
}

/** Types a request into a form, from the field that has the focus on, by keys alone. */
export async function typeRequest(page: Page, form: Locator, request: QuoteRequest) {
  for (const name of FIELD_NAMES) {
    const field = form.getByLabel(FIELDS[name].label, { exact: true });
    if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(page, field);
    // One letter: a list forgets what was typed after a second, and then "o" chooses "Other".
    await page.keyboard.type(name === "projectType" ? "P" : request[name]);
  }
}
