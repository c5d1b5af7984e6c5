/** The figures of each case, one a round: processor ms and requests a second, and the answer's time in ms. */
/** @typedef {Record<string, { cpu: number[], rate: number[], p50: number[], p99: number[] }>} Measured */

/** @param {string} name @param {number} connections */
export const key = (name, connections) => `${name}, ${connections}`;

/** The table of all cases, each figure the median of its rounds, and the ratios that mean something. @param {Measured} measured */
export function printMeasured(measured) {
  /** @type {Record<string, Record<string, string>>} */
  const table = {};
  for (const [name, { cpu, rate, p50, p99 }] of Object.entries(measured)) {
    table[name] = {
      "CPU ms": cpu.some(Boolean) ? median(cpu).toFixed(3) : "",
      "requests/s": median(rate).toFixed(0),
      "p50 ms": median(p50).toFixed(2),
      "p99 ms": median(p99).toFixed(2),
    };
  }
  console.table(table);
  console.log("Ratios of CPU time, each the median of the rounds (smallest to largest):");
  for (const connections of [1, 32]) {
    ratio(measured, "page from memory", "  node:http, same bytes", connections);
    ratio(measured, "page from memory", "  node:http, 3 headers", connections);
    ratio(measured, "page from memory", "  nginx, same bytes", connections);
    ratio(measured, "form from memory", "  node:http, same bytes (form)", connections);
    ratio(measured, "script", "  node:http, same bytes (script)", connections);
    ratio(measured, "page rendered, brotli", "page from memory", connections);
  }
  const sent = measured[key("quote sent and relayed", 1)]?.p50 ?? [];
  const alone = measured[key("  the relay's post alone", 1)]?.p50 ?? [];
  const added = median(sent.map((ms, round) => ms - (alone[round] ?? Number.NaN)));
  console.log(
    `Storing (with fsync) and relaying a quote adds ${added.toFixed(2)} ms to the post alone (p50).`,
  );
}

/** Says nothing of a case that was not measured. @param {Measured} measured @param {string} one @param {string} other @param {number} connections */
function ratio(measured, one, other, connections) {
  const [a, b] = [one, other].map((name) => measured[key(name, connections)]?.cpu);
  if (!a || !b) return;
  const ratios = a.map((ms, round) => ms / (b[round] ?? Number.NaN)).sort((x, y) => x - y);
  const range = [ratios[0], ratios.at(-1)].map((end) => end?.toFixed(2)).join(" to ");
  console.log(`  ${key(one, connections)} : ${other.trim()} = ${median(ratios).toFixed(2)} (${range})`);
}

/** @param {number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
