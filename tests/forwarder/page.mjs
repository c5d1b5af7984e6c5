import { modes } from "./modes.mjs";

const REFRESH_S = 2;

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  button { font: inherit; padding: .25rem .6rem; margin: 0 .25rem .5rem 0; }
  button[aria-pressed="true"] { font-weight: bold; border-width: 3px; }
  article { border-top: 1px solid; margin-top: 2rem; }
  h3 { overflow-wrap: anywhere; }
  table { border-collapse: collapse; width: 100%; }
  caption { text-align: left; }
  th, td { border: 1px solid #767676; padding: .3rem .6rem; text-align: left; vertical-align: top; }
  td { white-space: pre-wrap; overflow-wrap: anywhere; width: 75%; }
  .error { color: #a40000; font-weight: bold; }`;

/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** @param {[name: string, value: string]} field */
const row = ([name, value]) =>
  `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`;

/** @param {import("./arrival.mjs").Arrival} arrival */
function section({ at, method, path, bytes, contentType, mode, error, fields }) {
  const table = `<table>
<caption>${bytes} bytes of ${escapeHtml(contentType || "no content type")}; answered as ${mode}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
<tbody>${fields.map(row).join("\n")}</tbody></table>`;
  return `<article><h3><time datetime="${at}">${at}</time> ${escapeHtml(`${method} ${path}`)}</h3>
${error === undefined ? "" : `<p class="error">No fields: ${escapeHtml(error)}</p>`}${table}</article>`;
}

/** @param {import("./behaviour.mjs").Behaviour} behaviour */
function modeButtons({ mode }) {
  return Object.entries(modes)
    .map(([name, { about }]) => {
      const attributes = `title="${escapeHtml(about)}" aria-pressed="${name === mode}"`;
      return `<button name="mode" value="${name}" ${attributes}>${name}</button>`;
    })
    .join("\n");
}

/**
 * What a person sees at `GET /`: the current mode, buttons to change it, and what arrived, newest first.
 *
 * @param {readonly import("./arrival.mjs").Arrival[]} received oldest first
 * @param {import("./behaviour.mjs").Behaviour} behaviour
 * @param {boolean} refreshing whether the page reloads itself; off, the keyboard's place in it is kept
 * @returns {string} an HTML document
 */
export function renderPage(received, behaviour, refreshing) {
  const options = Object.keys(behaviour.options).length ? ` ${JSON.stringify(behaviour.options)}` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshing ? `<meta http-equiv="refresh" content="${REFRESH_S}">` : ""}
<title>${received.length} received: stand-in forwarding service</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>Stand-in forwarding service</h1>
<p>${refreshing ? '<a href="/?refresh=off">Stop refreshing</a>' : '<a href="/">Refresh by itself</a>'}</p>
<h2 id="mode">Answers as <strong>${behaviour.mode}</strong>${escapeHtml(options)}</h2>
<form method="post" action="/control/behave" aria-labelledby="mode">
${modeButtons(behaviour)}
</form>
<form method="post" action="/control/reset"><button>Forget everything and answer as json-true</button></form>
<h2>${received.length} received</h2>
${received.map(section).reverse().join("\n") || "<p>Nothing yet.</p>"}
</main>
</body>
</html>
`;
}
