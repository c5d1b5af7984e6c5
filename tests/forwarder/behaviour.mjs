import { modes } from "./modes.mjs";

/**
 * @typedef {object} Behaviour
 * @property {import("./modes.mjs").ModeName} mode
 * @property {import("./modes.mjs").ModeOptions} options
 */

/** What each option must be. A slip in a test's setup must fail there, not as an odd answer later. */
const OPTIONS = {
  status: { must: "a whole number from 200 to 599", holds: isStatus },
  retryAfter: { must: "seconds or an HTTP date", holds: isRetryAfter },
  body: { must: "a string", holds: isString },
  coding: { must: "a string", holds: isString },
  ms: { must: "milliseconds, 0 or more", holds: isDuration },
};

/** @param {unknown} value */
function isStatus(value) {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

/** @param {unknown} value */
function isRetryAfter(value) {
  return (typeof value === "number" || typeof value === "string") && /^[ -~]+$/.test(String(value));
}

/** @param {unknown} value */
function isString(value) {
  return typeof value === "string";
}

/** @param {unknown} value */
function isDuration(value) {
  return typeof value === "number" && value >= 0;
}

/**
 * Checks what came from a test, a form or another process.
 *
 * @param {unknown} mode a name in `modes`
 * @param {Record<string, unknown>} options
 * @returns {Behaviour}
 * @throws {RangeError} naming the unknown mode, the unknown option or the value that cannot be
 */
export function checkBehaviour(mode, options) {
  if (typeof mode !== "string" || !Object.hasOwn(modes, mode)) {
    throw new RangeError(`unknown mode ${JSON.stringify(mode)}; there are ${Object.keys(modes).join(", ")}`);
  }
  for (const [name, value] of Object.entries(options)) {
    const option = Object.hasOwn(OPTIONS, name) && OPTIONS[/** @type {keyof typeof OPTIONS} */ (name)];
    if (!option) throw new RangeError(`unknown option ${JSON.stringify(name)}`);
    if (value !== undefined && !option.holds(value)) throw new RangeError(`${name} must be ${option.must}`);
  }
  return { mode: /** @type {Behaviour["mode"]} */ (mode), options };
}
