// `npm run forwarder`: the stand-in forwarding service by hand, to see what the site sends and how it bears
// every kind of answer. FORWARDER_PORT chooses the port (4000).
import { startForwarder } from "./forwarder.mjs";

const port = Number(process.env.FORWARDER_PORT || 4000);

/**
 * One line for an arrival: when, where, how much. Of the fields only the subject, quoted; the others are
 * personal and are for the page.
 *
 * @param {import("./arrival.mjs").Arrival} arrival
 */
function line({ at, method, path, fields, mode, error }) {
  const subject = fields.find(([name]) => name === "_subject")?.[1];
  const what = error ?? (subject === undefined ? "no subject" : JSON.stringify(subject));
  return `${at} ${method} ${path} fields: ${fields.length}, ${what}, answered as ${mode}`;
}

try {
  const { origin, url, close } = await startForwarder({
    port,
    onArrival: (arrival) => console.log(line(arrival)),
  });
  console.log(`Stand-in forwarding service. Point the site at it with FORWARD_URL=${url}`);
  console.log(`See what arrives, and change how it answers, at ${origin}/`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
} catch (error) {
  console.error(`Cannot listen on port ${process.env.FORWARDER_PORT || port}: ${error}`);
  process.exitCode = 1;
}
