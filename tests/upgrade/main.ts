/**
 * `npm run test:upgrade`: the site is replaced by a newer build and back, as docs/operating.md and docs/without-docker.md
 * say, while fifty pages and a quote a second come through Caddy with deploy/Caddyfile. No page may be refused, no quote
 * lost. Containers are processes here. Ends with status 1 if anything was wrong.
 */
import { makeTwoBuilds } from "../two-builds";
import { upgradeBehindCaddy } from "./behind-caddy";

const builds = await makeTwoBuilds();
const results = [await upgradeBehindCaddy(builds, "after"), await upgradeBehindCaddy(builds, "beside")];
await builds.remove();
process.exit(results.includes(false) ? 1 : 0);
