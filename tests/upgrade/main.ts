/**
 * `npm run test:upgrade`: the site is replaced by a newer build and back, as docs/operating.md and docs/without-docker.md
 * say, while fifty pages and a quote a second come through the proxy of deploy/. No page may be refused, no quote lost.
 * Containers are processes here. Ends with status 1 if anything was wrong.
 */
import { makeTwoBuilds } from "../two-builds";
import { upgradeBeside } from "./beside";
import { upgradeOnSocket } from "./on-socket";

const builds = await makeTwoBuilds();
const results = [await upgradeOnSocket(builds), await upgradeBeside(builds)];
await builds.remove();
process.exit(results.includes(false) ? 1 : 0);
