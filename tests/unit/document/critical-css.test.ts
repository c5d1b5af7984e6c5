import { expect, it } from "vitest";
import { makeCriticalCss } from "../../../app/document/critical-css";

const PAGE = '<main class="page wide"><p class="note">.foreign</p></main>';

it.each([
  ["a rule without a class", "p{margin:0}"],
  ["a rule of a class of the document", ".note{margin:0}"],
  ["a rule of two of its classes", ".page.wide>.note:hover{margin:0}"],
  ["a choice of classes of which it has one", ".page:is(.foreign,.wide){margin:0}"],
  ["what must not have a class", ".page:not(.foreign){margin:0}"],
  ["what must not have either of two classes", ".page:not(.foreign,.other){margin:0}"],
  ["a class that a script sets later", ".is-open{margin:0}"],
  ["a group with such a rule", "@layer base{@media(min-width:40em){.note{margin:0}}}"],
  ["fonts and movements", "@font-face{font-family:A}@keyframes k{0%{opacity:0}to{opacity:1}}"],
])("critical CSS: it keeps %s", (_, css) => {
  expect(makeCriticalCss(css)(PAGE)).toBe(css);
});

it.each([
  ["a rule of a class that it lacks", ".foreign{margin:0}"],
  ["a rule that needs one that it lacks", ".page .foreign{margin:0}"],
  ["one that needs it beside a choice", ".foreign :is(a,p),.page:is(.foreign,.other){margin:0}"],
  ["such a selector in a list", ".foreign,.page .foreign{margin:0}"],
  ["groups that are empty then", "@layer base{@media(min-width:40em){.foreign{margin:0}}}"],
])("critical CSS: it drops %s", (_, css) => {
  expect(makeCriticalCss(`${css}p{margin:0}`)(PAGE)).toBe("p{margin:0}");
});

it("critical CSS: the selectors that may match stay when a list has others", () => {
  expect(makeCriticalCss(".foreign,.note,p{margin:0}")(PAGE)).toBe(".note,p{margin:0}");
});
