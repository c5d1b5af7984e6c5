import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { clockAt } from "../../clock.mjs";
import { freePort } from "../../start-site";
import { runCommand } from "../operator/run-command";
import { freshSurroundings, receiver } from "../operator/surroundings";
import { ask } from "../post";
import { byMail, forwarder, mail, post as postTo, start as startSite } from "../services";

/** What one visitor typed. No word of it is anywhere in the site. The weekly email may hold name and phone. */
const PLANTED = {
  fullName: "Zyxwold Quenby",
  email: "zyxwold.q@planted.example",
  phone: "(269) 555-7319",
  projectType: "Grubblewort removal",
  projectLocation: "Snortquibble Lane",
  additionalNotes: "The frumious bandersnatch",
};
const WORDS = "zyxwold quenby planted 555-7319 grubblewort snortquibble frumious bandersnatch".split(" ");
/** A word as it is, as a URL has it, or within Base64, where it begins at any of three places. */
const traces = (word: string) =>
  [word, word[0]?.toUpperCase() + word.slice(1)].flatMap((written) => [
    written,
    encodeURIComponent(written),
    ...[0, 1, 2].map((at) =>
      Buffer.from(" ".repeat(at) + written)
        .toString("base64")
        .slice(at && at + 1, -4),
    ),
  ]);
const found = (text: string) => WORDS.filter((word) => traces(word).some((trace) => text.includes(trace)));

freshSurroundings();

it("privacy: what was typed is only in outbox, request and weekly email after a day with everything on", async () => {
  const metricsPort = String(await freePort());
  const settings = {
    ...{ FORWARD_URL: forwarder.url, ...byMail(), MAIL_AFTER_S: "0", METRICS_PORT: metricsPort },
    ...{ REDELIVERY_WAITS_S: "1", FORWARD_TIMEOUT_MS: "10000", RATE_LIMIT_MAX: "6", LOG_LEVEL: "debug" },
    ...{ HEARTBEAT_URL: receiver.url("/beat"), NOTIFY_URL: receiver.url("/hook") },
  };
  const start = (more: Record<string, string>) => startSite({ ...settings, ...more });
  const run = async (program: "doctor" | "outbox", ...args: string[]) => {
    const { out, err } = await runCommand(program, args, { ...settings, OUTBOX_DIR: morning.outboxDir });
    return out + err;
  };

  // The morning: one arrives, one is refused by a form that is not activated, one is asked for once more, one is over the limit.
  const morning = await start({});
  const post = (more: Record<string, string>) => postTo(morning, { ...PLANTED, ...more });
  expect((await post({})).status).toBe(303);
  expect((await post({})).status).toBe(303);
  forwarder.behave("json-activation");
  mail.behave("refuse");
  expect((await post({ projectLocation: "Snortquibble 2" })).status).toBe(303);
  forwarder.behave("status", { status: 422, body: PLANTED.fullName });
  expect((await post({ projectLocation: "Snortquibble 3" })).status).toBe(503);
  expect((await post({ b7: "planted", projectLocation: "Snortquibble 4" })).status).toBe(422);
  expect((await post({ email: "zyxwold" })).status).toBe(422);
  while ((await post({ projectLocation: `Snortquibble ${Math.random()}` })).status !== 429);
  await morning.stop();

  // The evening: all works again, another way to notify, and the weekly email is due.
  forwarder.behave("json-true");
  mail.behave("accept");
  await writeFile(join(morning.outboxDir, "report"), "2026-01-05"); // The last one.
  const evening = await start({
    OUTBOX_DIR: morning.outboxDir,
    ...{ NOTIFY_FORMAT: "ntfy", REPORT_DAY: "monday", ...clockAt("2026-11-23T09:00:00-05:00") },
  });
  await vi.waitFor(() => expect(evening.events("report.sent")).toHaveLength(1));
  expect((await postTo(evening, PLANTED, "/contact")).status).toBe(303);
  await vi.waitFor(() => expect(receiver.received.some(({ headers }) => headers.title)).toBe(true));
  const metrics = (await ask(`http://127.0.0.1:${metricsPort}`, "/metrics")).text;
  const readyz = (await ask(evening.url, "/readyz")).text;
  const said = await Promise.all([
    run("doctor", "--send"),
    run("outbox", "list"),
    run("outbox", "list", "--json"),
  ]);

  const letters = mail.received.filter(({ mail: { subject } }) =>
    /^Hometown Excavating: /.test(subject ?? ""),
  );
  const tests = mail.received.filter(({ mail: { text } }) => /TEST/.test(text ?? ""));
  const requests = mail.received.filter((one) => !letters.includes(one) && !tests.includes(one));
  const testsForwarded = forwarder.received.filter(({ fields }) => String(fields).includes("TEST"));
  const text = (mails: typeof letters) => mails.map(({ mail, raw }) => JSON.stringify(mail) + raw).join();
  const out = {
    log: morning.output() + evening.output(),
    notifications: JSON.stringify(receiver.received.filter(({ path }) => path === "/hook")),
    heartbeat: JSON.stringify(receiver.received.filter(({ path }) => path === "/beat")),
    metrics,
    readyz,
    tests: text(tests) + JSON.stringify(testsForwarded),
    doctor: said[0],
    list: said[1],
    "list --json": said[2],
  };
  // Each of them was there to be searched.
  for (const [where, what] of Object.entries(out)) expect(what.length, where).toBeGreaterThan(10);
  expect(Object.entries(out).map(([where, what]) => [where, found(what)])).toEqual(
    Object.keys(out).map((where) => [where, []]),
  );

  await evening.stop(); // What it sends meanwhile would leave its folder.
  const files = await readdir(morning.outboxDir, { recursive: true, withFileTypes: true });
  const kept = files.filter((file) => file.isFile() && file.name.endsWith(".json"));
  const texts = await Promise.all(kept.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  expect(kept.map(({ name }) => name).filter((name) => found(name).length > 0)).toEqual([]);
  // And the search finds what is there to be found.
  expect(found(texts.join())).toEqual(WORDS);
  expect(found(JSON.stringify(forwarder.received))).toEqual(WORDS);
  expect(found(text(requests))).toEqual(WORDS);
  // The owner's list of the week tells who and when, no more.
  expect(found(text(letters))).toEqual(["zyxwold", "quenby", "555-7319"]);
  expect(letters.map(({ to }) => to)).toEqual([["owner@dig.example"]]);
});
