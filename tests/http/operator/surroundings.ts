import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, utimes } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { freshServices } from "../services";
import { startReceiver } from "./receiver";

/** What NOTIFY_URL and HEARTBEAT_URL call. */
export let receiver: Awaited<ReturnType<typeof startReceiver>>;

/** Services, and a receiver, for the tests of the file that calls this; as new before each. */
export function freshSurroundings() {
  freshServices();
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  beforeEach(() => receiver.reset());
  afterAll(() => receiver.close());
}

/** A folder with an outbox that is not new: a new one would be announced to the owner. */
export async function makeOldOutbox(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "outbox-"));
  await openFolder(dir).check();
  await utimes(join(dir, "key"), 0, 0);
  return dir;
}

/** The conditions that the site wrote of into its outbox at its last look; the doctor reads them there. */
export const heldIn = async (dir: string): Promise<string[]> =>
  JSON.parse(await readFile(join(dir, "health.json"), "utf8")).conditions.map(({ id }: { id: string }) => id);

/** Serves on a free port as long as the tests run. Returns it. */
export async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).unref();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

/** A user who is not the one that runs the tests. */
export const NOBODY = 65_534;
const asNobody = () => spawnSync("test", ["-r", resolve("package.json")], { uid: NOBODY });
/** Why nothing can run as another user here, or undefined. */
export const noOtherUser =
  process.getuid?.() !== 0
    ? "only root can run a command as another user"
    : asNobody().status === 0
      ? undefined
      : "other users cannot read this folder";
if (noOtherUser) console.warn(`SKIPPED what runs as another user: ${noOtherUser}.`);
