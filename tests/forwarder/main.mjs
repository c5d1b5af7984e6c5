// `npm run forwarder`: the stand-in forwarding service by hand, to see what the site sends and how it bears
// every kind of answer. FORWARDER_PORT chooses the port (4000).
import { createInterface } from "node:readline";
import { startForwarder } from "./forwarder.mjs";
import { modes } from "./modes.mjs";

/** @param {import("./forwarder.mjs").Arrival} arrival */
function show({ at, method, path, bytes, mode, error = "", fields }) {
  console.log(`\n${at} ${method} ${path}: ${bytes} bytes, answered as ${mode} ${error}`);
  console.table(Object.fromEntries(fields));
}

const port = Number(process.env.FORWARDER_PORT || 4000);
try {
  const { url, behave, close } = await startForwarder({ port, onArrival: show });
  console.log(`Stand-in forwarding service. Point the site at it with FORWARD_URL=${url}`);
  console.log(
    `What arrives is shown here, and accepted (json-true). For another answer type its name and Enter:`,
  );
  console.log(Object.keys(modes).join(", "));
  const typed = createInterface(process.stdin).on("line", (line) => {
    if (Object.hasOwn(modes, line)) behave(/** @type {import("./forwarder.mjs").ModeName} */ (line));
    console.log(Object.hasOwn(modes, line) ? `From now on: ${line}` : `No such answer: ${line}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => {
      typed.close();
      close();
    });
} catch (error) {
  console.error(`Cannot listen on port ${port}: ${error}. For another port set FORWARDER_PORT`);
  process.exitCode = 1;
}
