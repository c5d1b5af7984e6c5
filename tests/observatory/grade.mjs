import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where `npm run observatory` puts the grader. */
const GRADER = join(import.meta.dirname, "node_modules/@mdn/mdn-http-observatory");

/** Whether the grader is here; it comes with `npm run observatory`, not with the site's own packages. */
export const graderInstalled = existsSync(GRADER);

/**
 * Grades one answer as MDN's HTTP Observatory does: its own tests, scores and grades, in its own order, on an answer that
 * was taken here instead of from the internet. That visitors come over https and that http leads there is taken as
 * given: it is the proxy's part.
 *
 * @param {string} hostname under which the answer would be served
 * @param {Headers} headers
 * @param {string} page the answer's text
 */
export async function grade(hostname, headers, page) {
  // Its list of preloaded hosts is downloaded when it is installed as a service; an empty one knows no host.
  const preloaded = join(GRADER, "conf/hsts-preload.json");
  if (!existsSync(preloaded)) writeFileSync(preloaded, "{}");
  /** @param {string} file @returns {Promise<any>} */
  const part = (file) => import(pathToFileURL(join(GRADER, "src", file)).href);
  const { ALL_TESTS } = await part("constants.js");
  const { Requests } = await part("types.js");
  const { getGradeForScore, getScoreModifier } = await part("grader/grader.js");
  const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await part("grader/charts.js");
  const { parseHttpEquivHeaders } = await part("retriever/utils.js");

  const itsOwn = createRequire(join(GRADER, "package.json"));
  const { AxiosHeaders } = itsOwn("axios");
  const { CookieJar } = itsOwn("tough-cookie");

  // None of its tests reads a stylesheet, and its parser cannot read today's: it would print the whole of it.
  const markup = page.replace(/<style[^>]*>[\s\S]*?<\/style>/g, "");
  const https = `https://${hostname}/`;
  const jar = new CookieJar();
  for (const cookie of headers.getSetCookie()) jar.setCookieSync(cookie, https);
  const answer = {
    status: 200,
    verified: true,
    headers: new AxiosHeaders(Object.fromEntries(headers)),
    httpEquiv: parseHttpEquivHeaders(markup, https),
  };
  const requests = new Requests(hostname);
  requests.resources.path = markup;
  requests.session = { url: new URL(https), jar };
  Object.assign(requests.responses, { auto: answer, http: answer, https: answer, cors: answer });
  requests.responses.httpRedirects = [
    { url: new URL(`http://${hostname}/`), status: 301 },
    { url: new URL(https), status: 200 },
  ];

  const tests = ALL_TESTS.map((/** @type {(requests: any) => any} */ test) => {
    const output = test(requests);
    const { result, pass } = output;
    return { name: output.constructor.name, result, pass, modifier: Number(getScoreModifier(result)) };
  });
  /** @type {number[]} */
  const modifiers = tests.map((/** @type {{ modifier: number }} */ { modifier }) => modifier);
  const sum = (/** @type {number[]} */ figures) => figures.reduce((score, figure) => score + figure, 100);
  // Extra credit is only for those who have an A without it.
  const plain = sum(modifiers.filter((modifier) => modifier < 0));
  const { score, grade } = getGradeForScore(plain >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(modifiers) : plain);
  return { grade, score, tests };
}
