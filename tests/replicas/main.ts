/**
 * `npm run test:replicas`: two replicas on one Valkey, 500 requests through a round-robin proxy, while a replica is killed
 * and Valkey restarted; then the same with a Valkey without persistence, which is restarted, emptied by FLUSHALL and
 * restarted again while the service takes nothing. Every request must arrive; a visitor without an answer sends again.
 * Ends with two lines of figures each, and status 1 if a request was lost or arrived twice without a reason.
 * `--requests` changes how many.
 */
import { parseArgs } from "node:util";
import { noValkey } from "../valkey-server";
import { runScenario } from "./scenario";

if (noValkey) process.exit(1); // It has been said why.
const { requests } = parseArgs({ options: { requests: { type: "string", default: "500" } } }).values;
const bad = [await runScenario(Number(requests), false), await runScenario(Number(requests), true)];
process.exit(bad.includes(true) ? 1 : 0);
