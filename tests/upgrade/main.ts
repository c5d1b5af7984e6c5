/**
 * `npm run test:upgrade`: the site is replaced by a newer build and back, as docs/operating.md says, while fifty pages and a
 * quote a second come through Caddy with deploy/Caddyfile. No page may be refused, no quote lost. Containers are processes
 * here. Ends with status 1 if anything was wrong.
 */
import { makeTwoBuilds } from "../two-builds";
import { upgradeBeside } from "./beside";

const builds = await makeTwoBuilds();
const isRight = await upgradeBeside(builds);
await builds.remove();
process.exit(isRight ? 0 : 1);
