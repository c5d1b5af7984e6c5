import { modes } from "./modes.mjs";

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  button[aria-pressed="true"] { font-weight: bold; border-width: 3px; }
  th { text-align: left; vertical-align: top; padding-right: 1rem; }
  td { white-space: pre-wrap; overflow-wrap: anywhere; }`;

/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** @param {[name: string, value: string]} field */
const row = ([name, value]) =>
  `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`;

/** @param {import("./arrival.mjs").Arrival} arrival */
const section = ({ at, method, path, bytes, mode, error = "", fields }) =>
  `<h3>${at} ${escapeHtml(`${method} ${path}`)}: ${bytes} bytes, answered as ${mode}</h3>
<p>${escapeHtml(error)}</p>
<table>${fields.map(row).join("\n")}</table>`;

/**
 * What a person sees at `GET /`: the current mode, buttons to change it, and what arrived, newest first.
 *
 * @param {readonly import("./arrival.mjs").Arrival[]} received oldest first
 * @param {string} mode
 * @param {boolean} isRefreshing whether the page reloads itself; off, the keyboard's place in it is kept
 * @returns {string} an HTML document
 */
export function renderPage(received, mode, isRefreshing) {
  const buttons = Object.keys(modes).map(
    (name) => `<button name="mode" value="${name}" aria-pressed="${name === mode}">${name}</button>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isRefreshing ? '<meta http-equiv="refresh" content="2">' : ""}
<title>${received.length} received: stand-in forwarding service</title>
<style>${STYLE}</style>
<main>
<h1>Stand-in forwarding service</h1>
<p>${isRefreshing ? '<a href="/?refresh=off">Stop refreshing</a>' : '<a href="/">Refresh by itself</a>'}</p>
<h2 id="mode">Answers as ${mode}</h2>
<form method="post" action="/control/behave" aria-labelledby="mode">${buttons.join("\n")}</form>
<form method="post" action="/control/reset"><button>Forget everything and answer as json-true</button></form>
<h2>${received.length} received</h2>
${received.map(section).reverse().join("\n")}
</main>
`;
}
