import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { clockAt } from "../../clock.mjs";
import { ask } from "../post";
import { runCommand } from "./run-command";
import { SCENES, type Scene } from "./scenes";
import { DAY, HOUR, makeWorld } from "./shifted-site";

/** What each speaker says of each condition as time passes: the built site on a clock that jumps. */

const STAGES = ["begin", "1 h", "4 h", "a day", "end"] as const;
type Stage = (typeof STAGES)[number];
/** What was said from one stage to the next. */
type Said = {
  messages: string[];
  heartbeat: boolean;
  doctor: string;
  metric: number;
  log: string[];
  email?: string;
};

/** The steps of the clock from one stage to the next, in minutes. */
const STEPS: Record<Stage, number[]> = {
  begin: [6],
  "1 h": [HOUR + 1],
  "4 h": [3 * HOUR],
  "a day": [DAY],
  end: [10, 10],
};

/** What the titles of a scene's messages are at each stage. */
function titlesOf({ isProblem, title, end, endsQuietly, stages = 4 }: Scene) {
  if (!title) return STAGES.map(() => []);
  const still = isProblem && stages > 1 ? [expect.stringMatching(/^Still: /)] : [];
  const daily = stages === 4 ? [expect.stringMatching(/^Still: /)] : [];
  const over = end && !endsQuietly ? [expect.stringMatching(/^Resolved: /)] : [];
  return [[expect.stringMatching(title)], still, still, daily, over];
}

/** Plays a scene. Returns what each speaker said at each stage. */
async function play(scene: Scene): Promise<Record<Stage, Said>> {
  const { condition, settings = {}, mail, lead = STEPS.begin, doctor = condition, start, end } = scene;
  const steps = { ...STEPS, begin: lead };
  const world = await makeWorld(settings, mail, Object.values(steps).flat());
  const { receiver, site, env, now } = world;
  const said = {} as Record<Stage, Said>;
  const titles = titlesOf(scene);
  let [logged, emails] = [0, 0];
  await world.looked();
  await start(world);
  await world.looked();
  for (const stage of STAGES) {
    if (stage === "end") await end?.(world);
    if (stage === "end") await world.looked();
    let beats = 0;
    for (const minutes of steps[stage]) {
      beats = receiver.received.filter(({ path }) => path === "/beat").length;
      await world.pass(minutes);
    }
    const metrics = (await ask(`http://127.0.0.1:${env.METRICS_PORT}`, "/metrics")).text;
    const { out } = await runCommand("doctor", [], {
      ...env,
      ...clockAt(new Date(now()).toISOString()),
    });
    const messages = () =>
      receiver.received
        .flatMap(({ path, body }) => (path === "/hook" ? [JSON.parse(body)] : []))
        .flatMap(({ data }) => (data.condition === condition ? [data.title] : []));
    // The look does not wait for them. If one is missing, the table and the tests show it.
    await vi.waitFor(() => expect(messages()).toEqual(titles[STAGES.indexOf(stage)])).catch(() => {});
    const weekly = world.mail.received
      .slice(emails)
      .find(({ mail: { subject } }) => /^Hometown/.test(subject ?? ""));
    said[stage] = {
      messages: messages(),
      heartbeat: receiver.received.filter(({ path }) => path === "/beat").length > beats,
      metric: Number(
        new RegExp(`^site_condition\\{condition="${condition}"\\} (\\d)`, "m").exec(metrics)?.[1] ?? 0,
      ),
      doctor: new RegExp(`^(FAIL|WARN) +${doctor} `, "m").exec(out)?.[1] ?? "-",
      log: site
        .events()
        .slice(logged)
        .flatMap((line) => (line.condition === condition ? [line.event] : [])),
      ...(weekly && { email: weekly.mail.subject?.replace("Hometown Excavating: ", "") }),
    };
    logged = site.events().length;
    emails = world.mail.received.length;
    receiver.received.length = 0;
  }
  await world.end();
  return said;
}

const played = new Map<string, Record<Stage, Said>>();
beforeAll(async () => {
  const left = [...SCENES];
  const lane = async () => {
    for (let scene = left.shift(); scene; scene = left.shift())
      played.set(scene.condition, await play(scene));
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}, 600_000);

/** The table, for people. */
afterAll(() => {
  const rows = SCENES.flatMap(({ condition }) =>
    STAGES.map((stage) => {
      const one = played.get(condition)?.[stage];
      if (!one) return "";
      const cells = [condition, stage, one.messages.join("; ") || "-", one.heartbeat ? "beats" : "silent"];
      return `| ${[...cells, one.doctor, one.metric, one.log.join(" ") || "-", one.email ?? "-"].join(" | ")} |`;
    }),
  );
  const head = "| condition | stage | message | heartbeat | doctor | metric | log | weekly email |";
  process.stdout.write(`${head}\n|${" --- |".repeat(8)}\n${rows.join("\n")}\n`);
});

const saidOf = ({ condition }: Scene) => {
  const said = played.get(condition);
  if (!said) throw new Error("it was not played");
  return STAGES.map((stage) => said[stage]);
};

it.each(SCENES)("speakers: all tell of $condition when it holds and when it ends", (scene) => {
  const { isProblem, stages = 4 } = scene;
  const said = saidOf(scene);
  for (const one of said.slice(0, stages))
    expect(one).toMatchObject({ doctor: isProblem ? "FAIL" : "WARN", metric: 1 });
  expect(said[0]?.log).toContain("condition.began");
  expect(said.map(({ messages }) => messages)).toEqual(titlesOf(scene));
});

it.each(SCENES)("heartbeat: it is silent when $condition is a problem", (scene) => {
  const { isProblem, stages = 4 } = scene;
  const beats = saidOf(scene).map(({ heartbeat }) => heartbeat);
  expect(beats.slice(0, stages)).toEqual(Array(stages).fill(!isProblem));
  if (scene.end)
    expect([beats[4], saidOf(scene)[4]?.metric, saidOf(scene)[4]?.doctor]).toEqual([true, 0, "-"]);
});

it("weekly email: its subject says the worst when a condition holds", () => {
  const emailOf = (condition: string) => played.get(condition)?.["a day"].email;
  expect(emailOf("requests.given_up")).toMatch(/^1 GIVEN UP: call Renée/);
  expect(emailOf("channel.failing")).toMatch(/^The forwarding service has accepted nothing/);
  expect(emailOf("notify.failing")).toBe("Messages do not get through");
});
