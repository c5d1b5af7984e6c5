// `npm run forwarder`: the stand-in forwarding service by hand, to see what the site sends and how it bears
// every kind of answer. FORWARDER_PORT chooses the port (4000).
import { startForwarder } from "./forwarder.mjs";

const port = Number(process.env.FORWARDER_PORT || 4000);
try {
  const { origin, url, close } = await startForwarder({ port });
  console.log(`Stand-in forwarding service. Point the site at it with FORWARD_URL=${url}`);
  console.log(`See what arrives, and change how it answers, at ${origin}/`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
} catch (error) {
  console.error(`Cannot listen on port ${port}: ${error}`);
  process.exitCode = 1;
}
