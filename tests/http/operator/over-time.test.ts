import { beforeAll, expect, it, vi } from "vitest";
import { SCENES, type Scene } from "./scenes";
import { DAY, HOUR, makeWorld } from "./shifted-site";
import { heldIn } from "./surroundings";

/** What each speaker says of each condition as time passes: the built site on a clock that jumps. */

/** The steps of the clock to each stage, in minutes. */
const STEPS = { begin: [6], "1 h": [HOUR + 1], "4 h": [3 * HOUR], "a day": [DAY], end: [10, 10] };
type Stage = keyof typeof STEPS;
const STAGES = Object.keys(STEPS) as Stage[];
/** What was said from one stage to the next. */
type Said = {
  messages: string[];
  /** The titles of those that are not about the scene's condition. */
  others: string[];
  /** Whether it beats after the last step. */
  heartbeat: boolean;
  /** Whether it is in health.json, from which the doctor knows it. */
  isHeld: boolean;
  /** Only where the condition begins and, if it has another name for it, where it is ended. */
  doctor?: string;
  metric: number;
  log: string[];
  /** Their subjects. */
  emails: string[];
};

/** What the titles of a scene's messages are at each stage. */
function titlesOf({ isProblem, title, end, endsQuietly, stages = 4 }: Scene) {
  if (!title) return STAGES.map(() => []);
  const still = isProblem && stages > 1 ? [expect.stringMatching(/^Still: /)] : [];
  const daily = stages === 4 ? [expect.stringMatching(/^Still: /)] : [];
  const over = end && !endsQuietly ? [expect.stringMatching(/^Resolved: /)] : [];
  return [[expect.stringMatching(title)], still, still, daily, over];
}
/** Whether the heartbeat must be heard at each stage. */
const beatsOf = ({ isProblem, end }: Scene) => STAGES.map((stage) => (stage === "end" ? !!end : !isProblem));

/** Plays a scene. Returns what each speaker said at each stage. */
async function play(scene: Scene): Promise<Said[]> {
  const {
    condition,
    settings = {},
    mail,
    lead = STEPS.begin,
    doctor = condition,
    start,
    passed,
    end,
  } = scene;
  const steps = { ...STEPS, begin: lead };
  const world = await makeWorld(settings, mail, Object.values(steps).flat());
  const { receiver, site, beats } = world;
  const said: Said[] = [];
  let [logged, emails] = [0, 0];
  await world.looked();
  // Its first beat may still be on its way: the site does not wait for it.
  if (settings.FORWARD_URL !== "") await vi.waitFor(() => expect(beats()).toBeGreaterThan(0));
  await start(world);
  await world.looked();
  for (const [number, stage] of STAGES.entries()) {
    if (stage === "end" && end) {
      await end(world);
      await world.looked();
    }
    let before = 0;
    for (const minutes of steps[stage]) {
      before = beats();
      await world.pass(minutes);
      await passed?.(world, stage === "end");
    }
    const titles = (isOurs: boolean) =>
      world.messages().flatMap(({ data }) => ((data.condition === condition) === isOurs ? [data.title] : []));
    const isHeard = () => {
      expect(titles(true)).toEqual(titlesOf(scene)[number]);
      if (beatsOf(scene)[number]) expect(beats()).toBeGreaterThan(before);
    };
    // The look does not wait for them. If one is missing, the tests show it.
    await vi.waitFor(isHeard).catch(() => {});
    const metric = new RegExp(`^site_condition\\{condition="${condition}"\\} (\\d)`, "m");
    said.push({
      messages: titles(true),
      others: titles(false),
      heartbeat: beats() > before,
      metric: Number(metric.exec(await world.metrics())?.[1] ?? 0),
      isHeld: (await heldIn(world.dir)).includes(condition),
      ...((stage === "begin" || (stage === "end" && scene.doctor)) && {
        doctor: new RegExp(`^(FAIL|WARN) +${doctor} `, "m").exec(await world.doctor())?.[1] ?? "-",
      }),
      log: site
        .events()
        .slice(logged)
        .flatMap((line) => (line.condition === condition ? [line.event] : [])),
      emails: world.mail.received.slice(emails).map(({ mail: { subject = "" } }) => subject),
    });
    logged = site.events().length;
    emails = world.mail.received.length;
    receiver.received.length = 0;
  }
  await world.end();
  return said;
}

const played: Record<string, Said[]> = {};
beforeAll(async () => {
  const left = [...SCENES];
  const lane = async () => {
    for (let scene = left.shift(); scene; scene = left.shift()) played[scene.condition] = await play(scene);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}, 600_000);

it.each(SCENES)("speakers: all tell of $condition when it holds and when it ends", (scene) => {
  const { condition, isProblem, stages = 4, end } = scene;
  const said = played[condition] ?? [];
  for (const one of said.slice(0, stages)) expect(one.metric).toBe(1);
  expect(said[0]?.doctor).toBe(isProblem ? "FAIL" : "WARN");
  const over = end || stages < 4 ? ["condition.over"] : [];
  expect([said[0]?.log, said.slice(1).flatMap(({ log }) => log)]).toEqual([["condition.began"], over]);
  expect(said.map(({ messages }) => messages)).toEqual(titlesOf(scene));
});

it.each(SCENES)("heartbeat: it is silent when $condition is a problem", (scene) => {
  const { condition, isProblem, stages = 4, end } = scene;
  const said = played[condition] ?? [];
  expect(said.slice(0, stages).map(({ heartbeat }) => heartbeat)).toEqual(Array(stages).fill(!isProblem));
  const ended = { heartbeat: true, metric: 0, isHeld: false, ...(scene.doctor && { doctor: "-" }) };
  if (end) expect(said[4]).toMatchObject(ended);
});

const emailsOf = (condition: string, subject: RegExp) =>
  (played[condition] ?? []).flatMap(({ emails }) => emails.filter((one) => subject.test(one)));

it("weekly email: its subject says the worst when a condition holds", () => {
  const firstOf = (condition: string) => emailsOf(condition, /^Hometown/)[0]?.replace(/^.*?: /, "");
  expect(firstOf("requests.given_up")).toMatch(/^1 GIVEN UP: call Renée/);
  expect(firstOf("channel.failing")).toMatch(/^The forwarding service has accepted nothing/);
  expect(firstOf("notify.failing")).toBe("Messages do not get through");
});

it("a fallback that works: the request is emailed once, and no other alarm comes", () => {
  expect(emailsOf("channel.failing", /^New Quote Request.*Renée/)).toHaveLength(1);
  // The last one is the doctor's.
  const others = played["channel.failing"]?.flatMap((one) => one.others);
  expect(others).toEqual(["New quote request", "Test"]);
});
