import { openOutbox } from "~/cli/command-line";
import { whoResponds } from "~/cli/doctor/check-site";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";
import { bodyOf, keyOf } from "~/monitoring/conditions/condition.server";
import { type Health, readHealth } from "~/monitoring/health-file.server";

/** The site looks every 30 s; one look may take long on a slow disk. */
const OLD_MS = 3 * 60 * 1000;

/** What to do if the outbox cannot be read, by the code of the error. */
const ADVICE: Record<string, string> = {
  EACCES: "Run the doctor as root, or as the folder's owner",
  ENOTDIR: "Set OUTBOX_DIR to a folder: this is a file",
};

/** Reads what the running site knows about itself. Writes nothing. `instance`: the process that wrote it, if one runs. */
export async function checkHealth(config: Config): Promise<{ found: Finding[]; instance?: string }> {
  const read = await openOutbox(config)
    .then(({ outbox }) => readHealth(outbox))
    .catch(errorCode);
  const store = storeOf(config);
  const responds = await whoResponds(config);
  const unsaved = responds === '"unwritable"' ? [fail("outbox", UNWRITABLE)] : [];
  if (typeof read === "string") {
    const advice = config.databaseUrl
      ? "Check DATABASE_URL and the server"
      : (ADVICE[read] ?? "Check the disk");
    const text = `the site's status cannot be read in ${store} (${read}). ${advice}`;
    return { found: [...unsaved, fail("outbox", text)] };
  }
  const ageMs = read && Date.now() - Date.parse(read.at);
  if (!read || ageMs === undefined || Math.abs(ageMs) > OLD_MS) {
    const since = read ? `since ${read.at}` : `in ${store}`;
    const text = `no running site has updated the outbox ${since}: ${explain(responds, config)}`;
    return { found: [fail("running site", text), ...unsaved] };
  }
  const instance = config.databaseUrl ? undefined : read.instance;
  return { found: [...unsaved, ...describe(read, config, responds)], instance };
}

const storeOf = ({ databaseUrl, outboxDir }: Config) => (databaseUrl ? "PostgreSQL" : outboxDir);

/** Names the settings that differ. `theirs`: `Config.fingerprint` of the site; `ours`: that of the doctor. */
function describeOther(theirs: string, ours: string): string {
  const same = theirs.split(" ");
  const names = ours
    .split(" ")
    .filter((setting) => !same.includes(setting))
    .map((setting) => setting.split(":")[0]);
  return `its settings differ from the doctor's: ${names.join(", ")}. Restart it. If this stays, put each value with a # in double quotation marks`;
}

const UNWRITABLE = "the site cannot save requests. Its log says why: storage.unwritable or storage.missing";

/** Why nothing new was found in the outbox, by what responds instead. */
function explain(responds: string, { port }: Config): string {
  if (responds === '"unwritable"') return "the site runs, but cannot save requests";
  if (responds === '"writable"') return "a site runs, but with another OUTBOX_DIR or version: restart it";
  if (responds === "other") return `another program responds on port ${port}: stop it, or set PORT`;
  return `nothing responds on port ${port} (${responds}): start the site, or run the doctor where it runs`;
}

function* describe(
  { at, version, settings, counts, conditions }: Health,
  config: Config,
  responds: string,
): Iterable<Finding> {
  // With PostgreSQL the site may run on another machine.
  yield config.databaseUrl || responds.endsWith('writable"')
    ? ok("running site", `version ${version}`)
    : warn("running site", `version ${version} ran at ${at}, but ${explain(responds, config)}`);
  if (settings !== config.fingerprint)
    yield warn("running site", describeOther(settings, config.fingerprint));
  if (responds !== '"unwritable"' && !conditions.some(({ id }) => id.startsWith("storage.")))
    yield ok("outbox", `requests are saved in ${storeOf(config)}`);
  const states = Object.entries(counts ?? {}).map(([state, count]) => `${count} ${state}`);
  if (counts) yield ok("requests", states.join(", "));
  // The settings are checked by the doctor itself.
  for (const one of conditions.filter(({ id }) => !id.startsWith("settings.")))
    yield (one.severity === "problem" ? fail : warn)(
      keyOf(one),
      `${one.title.replace(/[^?]$/, "$&.")} ${bodyOf(one)}`,
    );
}
