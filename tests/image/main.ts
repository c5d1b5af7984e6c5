/**
 * `npm run image:check -- IMAGE`: runs an image that the engine holds, and judges what is in it and what it does. A quote
 * sent into the container must arrive at a forwarding service outside it; one that is refused must lie in the volume, and
 * be there for the next container. Ends with status 1 if anything was wrong.
 */
import { isDeepStrictEqual } from "node:util";
import packageJson from "../../package.json";
import { until } from "../faults/until";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { ARRIVED, ask, FORM, postForm } from "../http/post";
import { type Named, packageUrl } from "../production-modules";
import { freePort } from "../start-site";
import { megabytesAboveBase, readImage, runEngine, startContainer } from "./engine";

/** A stop with nobody there; the engine's own part of it is the most. A timer of Remix's once made it 5 s. */
const STOP_MS = 4_000;
const START_MS = 20_000;
const ABOVE_BASE_MB = 60;

/** Sources, tests, secrets and whatever only a developer needs. */
const UNWANTED =
  /\.(?:tsx?|mts|cts|map|pem|key)$|\/(?:tests?|__tests__|media|docs|\.git|\.github|\.env[^/]*|\.npmrc)(?:\/|$)/;

/** What the image, or the one it is made from, may set: nothing that an operator decides. */
const OWN = ["PATH", "NODE_VERSION", "YARN_VERSION", "NODE_ENV", "HOST", "PORT", "OUTBOX_DIR"];

let wrong = 0;
function judge(what: string, fine: boolean, seen: unknown = ""): void {
  if (!fine) wrong++;
  console.log(`${fine ? "ok   " : "WRONG"} ${what}: ${seen}`);
}
/** Judges a list of what must not be. */
const judgeNone = (what: string, found: string[]) => judge(what, found.length === 0, found.slice(0, 5));

const [image] = process.argv.slice(2);
if (!image) throw new Error("usage: npm run image:check -- IMAGE");

const { User, Healthcheck, Env } = readImage(image);
const inside = (program: string, ...args: string[]) =>
  runEngine("run", "--rm", "--network", "none", "--entrypoint", program, image, ...args);
const files = inside("find", "/site", "-type", "f").split("\n");
const unwanted = files.filter((file) => UNWANTED.test(file));
judgeNone(`${files.length} files: no source, test, secret or map`, unwanted);
const development = [...Object.keys(packageJson.devDependencies), "esbuild"].filter((name) =>
  files.some((file) => file.startsWith(`/site/node_modules/${name}/`)),
);
judgeNone("no development package", development);
// What it says is in it, and what is: `npm sbom` leaves out most modules if it is asked in the wrong way.
const manifests = files.filter((file) => /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file));
const read =
  "JSON.stringify(process.argv.slice(1).map(require).map(({ name, version }) => ({ name, version })))";
const held = new Set((JSON.parse(inside("node", "-p", read, ...manifests)) as Named[]).map(packageUrl));
const { components } = JSON.parse(inside("cat", "/site/sbom.cdx.json"));
const listed = new Set<string>(components.map(({ purl }: { purl: string }) => purl));
const apart = [...held, ...listed].filter((purl) => !held.has(purl) || !listed.has(purl));
judgeNone(`${listed.size} modules, and its list of them is right`, listed.size > 0 ? apart : ["no module"]);
const above = megabytesAboveBase(image);
judge(`at most ${ABOVE_BASE_MB} MB above its base`, above <= ABOVE_BASE_MB, above.toFixed(1));
judge("not root", /^[1-9]\d*/.test(User), User);
const baked = Env.map((line) => line.split("=")[0] ?? "").filter((name) => !OWN.includes(name));
judgeNone("no setting but a container's own", baked);

const volume = `image-check-${process.pid}`;
const port = String(await freePort());
const site = `http://127.0.0.1:${port}`;
const forwarder = await startForwarder();
const settings = { HOST: "127.0.0.1", PORT: port, FORWARD_URL: forwarder.url };
const containers: string[] = [];

async function start(): Promise<string> {
  const id = startContainer(image as string, volume, settings);
  containers.push(id);
  const isReady = () =>
    ask(site, "/readyz")
      .then(({ status }) => status === 200)
      .catch(() => false);
  if (!(await until(isReady, START_MS))) throw new Error(`not ready:\n${runEngine("logs", id)}`);
  return id;
}

function stop(id: string): void {
  const began = performance.now();
  runEngine("stop", "--time", "20", id);
  const ms = Math.round(performance.now() - began);
  const status = runEngine("inspect", "--format", "{{.State.ExitCode}}", id);
  judge("SIGTERM ends it", status === "0" && ms < STOP_MS, `status ${status}, ${ms} ms`);
}

const waiting = (id: string): number =>
  JSON.parse(runEngine("exec", id, "node", "build/outbox.js", "list", "--json")).waiting.length;

try {
  const first = await start();
  runEngine("exec", first, ...Healthcheck.Test.slice(1));
  judge("its health check passes", true);
  const sent = await postForm(site, "/about/quote");
  judge("a quote is answered as sent", sent.status === 303, sent.status);
  const [arrival] = forwarder.received;
  const whole = isDeepStrictEqual(arrival?.fields, ARRIVED("New Quote Request from Website"));
  judge("it arrived once outside, all nine fields", whole && forwarder.received.length === 1);
  judge("nothing waits", waiting(first) === 0);
  forwarder.behave("status", { status: 503 });
  const refused = await postForm(site, "/about/quote", { ...FORM, phone: "(269) 555-0177" });
  judge("a quote that the service refuses is answered as failed", refused.status === 503, refused.status);
  const kept = runEngine("exec", first, "ls", "/data/new").split("\n").filter(Boolean);
  judge("and lies in the volume", kept.length === 1, kept.length);
  stop(first);
  const second = await start();
  judge("the next container finds it there", waiting(second) === 1);
  stop(second);
} finally {
  for (const id of containers) runEngine("rm", "--force", "--volumes", id);
  runEngine("volume", "rm", "--force", volume);
  await forwarder.close();
}
console.log(wrong === 0 ? "PASS" : `FAIL: ${wrong} wrong`);
process.exit(wrong === 0 ? 0 : 1);
