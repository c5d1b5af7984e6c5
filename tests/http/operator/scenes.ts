import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import type { MailMode } from "../../mail-server";
import type { Site } from "../../start-site";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { FORM, postForm } from "../post";
import { runCommand } from "./run-command";
import { DAY, HOUR, type World } from "./shifted-site";

/** How each condition begins and ends. */

export type Scene = {
  condition: string;
  isProblem: boolean;
  settings?: Record<string, string>;
  mail?: MailMode;
  /** Steps of the clock until it holds, in minutes. */
  lead?: number[];
  start: (world: World) => Promise<unknown> | unknown;
  /** Waits after each step for what takes its time. */
  passed?: (world: World, isEnding: boolean) => Promise<unknown>;
  /** Without it, it ends by itself. */
  end?: (world: World) => Promise<unknown> | unknown;
  /** The first message. Undefined: none comes. */
  title?: RegExp;
  /** Its end is no news. */
  endsQuietly?: true;
  /** At how many stages it holds, if not until it is ended. */
  stages?: number;
  /** What the doctor calls it, as a pattern, if not by its own name. */
  doctor?: string;
};

const post = ({ site }: { site: Site }, more: object = {}, headers: Record<string, string> = {}) =>
  postForm(site.url, "/quote", { ...FORM, ...more }, headers);
/** The site makes the folder again: before the file when it is quick, and once the file is gone. */
const breakNew = ({ dir }: World) =>
  vi.waitFor(async () => {
    await rm(join(dir, "new"), { recursive: true, force: true });
    await writeFile(join(dir, "new"), "");
  });
const mendNew = ({ dir }: World) => rm(join(dir, "new"));
const failing = (world: World, status: number) => {
  world.forwarder.behave("status", { status });
  return post(world);
};
/** The owner mends the service and tests it. No visitor comes. */
const testing = ({ forwarder, doctor }: World) => {
  forwarder.behave("json-true");
  return doctor("--send");
};
const refusing = async (world: World) => {
  world.receiver.behave("refuse");
  await post(world);
  await vi.waitFor(() => expect(world.messages()).not.toEqual([]));
  await emptied(world);
};
/** Waits until the site counts so many in this state: it uses a scan of a slow disk for a while. */
const counts = (world: World, state: "waiting" | "partial" | "damaged", count = 1) =>
  vi.waitFor(async () =>
    expect(await world.metrics()).toContain(`outbox_requests{state="${state}"} ${count}\n`),
  );
const emptied = async (world: World) => {
  await vi.waitFor(async () => expect(await world.site.waiting()).toEqual([]));
  for (const state of ["waiting", "partial", "damaged"] as const) await counts(world, state, 0);
};
/** Waits until a condition's begin or end is in the log: `looked` cannot see looks that write nothing. */
const logged = ({ site }: World, event: "condition.began" | "condition.over", condition: string) =>
  vi.waitFor(() => expect(site.events(event).map((line) => line.condition)).toContain(condition));
const { id } = sampleQuote();

const problem = (condition: string, more: Omit<Scene, "condition" | "isProblem">): Scene => ({
  ...{ condition, isProblem: true },
  ...more,
});
const notice: typeof problem = (condition, more) => ({ ...problem(condition, more), isProblem: false });

export const SCENES: Scene[] = [
  problem("requests.waiting", {
    ...{ lead: [16], title: /^1 request waiting since/ },
    start: async (world) => {
      await failing(world, 500);
      await counts(world, "waiting");
    },
    end: (world) => {
      world.forwarder.behave("json-true");
      return emptied(world);
    },
  }),
  notice("channel.failing", {
    ...{ mail: "accept", lead: [16, 46], title: /^The forwarding service has accepted nothing since/ },
    ...{ start: (world) => failing(world, 404), end: testing },
    // It is emailed.
    passed: async (world) => {
      await emptied(world);
      await world.looked();
    },
  }),
  problem("requests.given_up", {
    ...{ mail: "accept", title: /^1 request GIVEN UP: call/ },
    start: ({ dir, now }) => openFolder(dir).markDead({ ...sampleQuote(), dead: { at: now() } }),
    end: ({ dir }) => runCommand("outbox", ["forget", id], { OUTBOX_DIR: dir }),
  }),
  problem("requests.damaged", {
    title: /^1 request file that cannot be read/,
    start: async (world) => {
      await writeFile(join(world.dir, "new", "half.json"), "{");
      await counts(world, "damaged");
    },
    end: async (world) => {
      await rm(join(world.dir, "new", "half.json"));
      await emptied(world);
    },
  }),
  notice("requests.partial", {
    ...{ mail: "refuse", settings: { MAIL_AFTER_S: "0", REPORT_DAY: "none" } },
    // Told with the channel that fails.
    lead: [HOUR, DAY - HOUR + 1],
    start: async (world) => {
      await post(world);
      await counts(world, "partial");
    },
    end: (world) => {
      world.mail.behave("accept");
      return emptied(world);
    },
  }),
  problem("requests.lost", {
    ...{ title: /^1 request LOST/, endsQuietly: true, stages: 3 },
    start: async (world) => {
      world.forwarder.behave("status", { status: 500 });
      await breakNew(world);
      await post(world);
      await mendNew(world);
    },
  }),
  problem("storage.unwritable", {
    // While the site uses the last scan of a slow disk, it still writes of its conditions into the outbox.
    ...{ title: /^Requests cannot be saved/, doctor: "(?:running site|storage.unwritable)" },
    start: async (world) => {
      await breakNew(world);
      await logged(world, "condition.began", "storage.unwritable");
    },
    end: async (world) => {
      await mendNew(world);
      await logged(world, "condition.over", "storage.unwritable");
    },
  }),
  problem("storage.missing", {
    ...{ title: /^The outbox is gone/, doctor: "running site" },
    start: async (world) => {
      await rename(join(world.dir, "key"), join(world.dir, "key-away"));
      await logged(world, "condition.began", "storage.missing");
    },
    end: async (world) => {
      await rename(join(world.dir, "key-away"), join(world.dir, "key"));
      await logged(world, "condition.over", "storage.missing");
    },
  }),
  problem("visitors.refused", {
    ...{ settings: { RATE_LIMIT_MAX: "1" }, lead: [11] },
    ...{ title: /^\d+ requests? TURNED AWAY/, endsQuietly: true, stages: 1 },
    start: async (world) => {
      for (let n = 0; n < 30; n++) await post(world, { fullName: `Visitor ${n}` });
    },
  }),
  notice("proxies.wrong", {
    ...{ title: /^TRUSTED_PROXIES may be wrong/, endsQuietly: true, stages: 3 },
    start: async (world) => {
      await post(world, {}, { "x-forwarded-for": "203.0.113.9" });
      await emptied(world);
    },
  }),
  problem("report.overdue", {
    ...{ mail: "defer", title: /^The weekly email has been late/, lead: [19 * HOUR + 1, DAY] },
    ...{ start: () => {}, end: ({ mail }) => mail.behave("accept") },
    passed: async ({ site, looked }, isEnding) => {
      const event = isEnding ? "report.sent" : "report.failed";
      await vi.waitFor(() => expect(site.events(event)).not.toEqual([]));
      await looked();
    },
  }),
  problem("notify.failing", {
    ...{ mail: "accept", lead: [16], start: refusing, end: ({ receiver }) => receiver.behave("accept") },
  }),
  problem("settings.delivery", {
    ...{ settings: { FORWARD_URL: "", SITE_URL: "" }, title: /^Requests are saved but not sent$/ },
    ...{ doctor: "delivery", start: () => {} },
  }),
];
