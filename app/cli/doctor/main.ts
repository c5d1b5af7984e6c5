/**
 * The doctor: reads what the running site knows, and checks what only shows from outside, with this process's settings. It
 * stores no request. `--send` also sends the owner a request marked TEST by each channel, says what to look for, and notes
 * in the outbox which channels accepted it.
 */
import { print, readCommandLine, refuse } from "~/cli/command-line";
import { checkForwarder, checkMail, sendTest } from "~/cli/doctor/check-channels";
import { checkHealth } from "~/cli/doctor/check-health";
import { checkMonitoring } from "~/cli/doctor/check-monitoring";
import { checkSite } from "~/cli/doctor/check-site";
import { config } from "~/config/config.server";
import { checkSettings } from "~/monitoring/checks/check-settings.server";
import { type Finding, warn } from "~/monitoring/checks/finding";
import { count } from "~/monitoring/conditions/words.server";
import { channels } from "~/quote/delivery/channels/channels.server";

const LABELS = { ok: "ok  ", warn: "WARN", fail: "FAIL" } as const;
const NO_SITE = warn("site", "was not checked, because SITE_URL is not set");
const USAGE = `npm run doctor              checks that requests will be saved and will arrive (in a container: node build/doctor.js)
npm run doctor -- --send    also sends one request marked TEST through each channel
`;

const { values, positionals } = readCommandLine(USAGE, { send: { type: "boolean" } });
if (positionals.length > 0) refuse(`Unexpected argument "${positionals[0]}"`);
const { send: isSending = false } = values;
const found: Finding[] = [];

async function note(findings: Finding[] | Promise<Finding[]>) {
  for (const finding of await findings) {
    found.push(finding);
    await print(`${LABELS[finding.level]}  ${finding.about.padEnd(12)}  ${finding.text}`);
  }
}

const { forwardUrl, forwardTimeoutMs, mailSettings } = config;
const health = await checkHealth(config);
await note(health.found);
await note(checkSettings(config));
if (forwardUrl) await note(checkForwarder(forwardUrl));
if (mailSettings) await note(checkMail(mailSettings, new URL(config.siteOrigin).hostname, forwardTimeoutMs));
await note(config.siteUrlGiven ? checkSite(config.siteOrigin, health.instance) : [NO_SITE]);
await note(checkMonitoring(config, isSending));
if (isSending) await note(sendTest(channels, config));

const numberOf = (level: Finding["level"]) => found.filter((finding) => finding.level === level).length;
const sent = isSending ? "" : " No request was sent; --send sends one through each channel, marked TEST.";
await print(
  `${numberOf("ok")} ok, ${count(numberOf("warn"), "warning")}, ${numberOf("fail")} failed.${sent}`,
);
process.exit(numberOf("fail") > 0 ? 1 : 0);
