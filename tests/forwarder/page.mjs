import { modes } from "./modes.mjs";

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  button { font: inherit; padding: .25rem .6rem; margin: 0 .25rem .5rem 0; }
  button[aria-pressed="true"] { font-weight: bold; border-width: 3px; }
  table { border-collapse: collapse; width: 100%; }
  caption { text-align: left; margin-top: 2rem; }
  th, td { border: 1px solid #767676; padding: .3rem .6rem; text-align: left; vertical-align: top; }
  td { white-space: pre-wrap; overflow-wrap: anywhere; width: 75%; }`;

/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** @param {[name: string, value: string]} field */
const row = ([name, value]) =>
  `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`;

/** @param {import("./arrival.mjs").Arrival} arrival */
const table = ({ at, method, path, bytes, mode, error, fields }) =>
  `<table><caption>${at} ${escapeHtml(`${method} ${path}`)}: ${bytes} bytes, answered as ${mode}.
<strong>${escapeHtml(error ?? "")}</strong></caption>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
<tbody>${fields.map(row).join("\n")}</tbody></table>`;

/**
 * What a person sees at `GET /`: the current mode, buttons to change it, and what arrived, newest first.
 *
 * @param {readonly import("./arrival.mjs").Arrival[]} received oldest first
 * @param {string} mode
 * @param {boolean} refreshing whether the page reloads itself; off, the keyboard's place in it is kept
 * @returns {string} an HTML document
 */
export function renderPage(received, mode, refreshing) {
  const buttons = Object.keys(modes).map(
    (name) => `<button name="mode" value="${name}" aria-pressed="${name === mode}">${name}</button>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshing ? '<meta http-equiv="refresh" content="2">' : ""}
<title>${received.length} received: stand-in forwarding service</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>Stand-in forwarding service</h1>
<p>${refreshing ? '<a href="/?refresh=off">Stop refreshing</a>' : '<a href="/">Refresh automatically</a>'}</p>
<h2 id="mode">Answers as ${mode}</h2>
<form method="post" action="/control/behave" aria-labelledby="mode">
${buttons.join("\n")}
</form>
<form method="post" action="/control/reset"><button>Forget everything and answer as json-true</button></form>
<h2>${received.length} received</h2>
${received.map(table).reverse().join("\n") || "<p>Nothing yet.</p>"}
</main>
</body>
</html>
`;
}
