/**
 * The doctor: says whether requests would be kept and would arrive, with the settings of this process.
 * `--send` also sends the owner one request, marked TEST, by each way that is set up.
 */
import { checkForwarder } from "~/cli/doctor/check-forwarder";
import { checkOutbox } from "~/cli/doctor/check-outbox";
import { checkQueue } from "~/cli/doctor/check-queue";
import { checkSettings } from "~/cli/doctor/check-settings";
import { checkSite } from "~/cli/doctor/check-site";
import { type Finding, warn } from "~/cli/doctor/finding";
import { sendTest } from "~/cli/doctor/send-test";
import { config } from "~/config/config.server";
import { escapeControlCharacters } from "~/config/escape-control-characters";
import { channels } from "~/quote/delivery/channels.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";

const MARKS = { ok: "ok  ", warn: "WARN", fail: "FAIL" } as const;
const NO_SITE = warn("site", "was not looked at, because SITE_URL is not set");
const found: Finding[] = [];

async function note(findings: Finding[] | Promise<Finding[]>) {
  for (const finding of await findings) {
    found.push(finding);
    process.stdout.write(
      `${MARKS[finding.level]}  ${finding.about.padEnd(12)}  ${escapeControlCharacters(finding.text)}\n`,
    );
  }
}

const { outboxDir, valkeySettings, forwardUrl, delivery, business } = config;
await note(checkSettings(config));
await note(checkOutbox(openOutbox(outboxDir), outboxDir));
if (valkeySettings) await note(checkQueue(valkeySettings));
if (forwardUrl && delivery === "forward") await note(checkForwarder(forwardUrl));
await note(config.siteUrlGiven ? checkSite(config.siteOrigin) : [NO_SITE]);
if (process.argv.includes("--send")) await note(sendTest(channels, business));

const count = (level: Finding["level"]) => found.filter((finding) => finding.level === level).length;
const sent = process.argv.includes("--send")
  ? ""
  : " No request was sent; --send sends one by each way, marked TEST.";
process.stdout.write(`${count("ok")} ok, ${count("warn")} to weigh, ${count("fail")} failed.${sent}\n`);
process.exit(count("fail") > 0 ? 1 : 0);
