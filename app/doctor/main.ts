/**
 * The doctor: says whether requests would be kept and would arrive, with the settings of this process.
 * `--send` also sends the owner one request, marked TEST, by each way that is set up.
 */
import { checkForwarder } from "~/doctor/check-forwarder";
import { checkOutbox } from "~/doctor/check-outbox";
import { checkQueue } from "~/doctor/check-queue";
import { checkSettings } from "~/doctor/check-settings";
import { checkSite } from "~/doctor/check-site";
import type { Finding } from "~/doctor/finding";
import { sendTest } from "~/doctor/send-test";
import { channels } from "~/quote/channels.server";
import { openOutbox } from "~/quote/outbox.server";
import { config } from "~/server/config.server";

const MARKS = { ok: "ok  ", warn: "WARN", fail: "FAIL" } as const;
const found: Finding[] = [];

async function note(findings: Finding[] | Promise<Finding[]>) {
  for (const finding of await findings) {
    found.push(finding);
    process.stdout.write(`${MARKS[finding.level]}  ${finding.about.padEnd(12)}  ${finding.text}\n`);
  }
}

const { outboxDir, valkeySettings, forwardUrl, siteUrlGiven, siteOrigin, business } = config;
await note(checkSettings(config));
await note(checkOutbox(openOutbox(outboxDir), outboxDir));
if (valkeySettings) await note(checkQueue(valkeySettings));
if (forwardUrl) await note(checkForwarder(forwardUrl));
if (siteUrlGiven) await note(checkSite(siteOrigin));
if (process.argv.includes("--send")) await note(sendTest(channels, business));

const count = (level: Finding["level"]) => found.filter((finding) => finding.level === level).length;
const sent = process.argv.includes("--send")
  ? ""
  : " No request was sent; --send sends one by each way, marked TEST.";
process.stdout.write(`${count("ok")} ok, ${count("warn")} to weigh, ${count("fail")} failed.${sent}\n`);
process.exit(count("fail") > 0 ? 1 : 0);
