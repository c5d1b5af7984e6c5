import type { Row } from "~/monitoring/conditions/condition.server";
import { count, listOf, timeOf } from "~/monitoring/conditions/words.server";

const LATE_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Conditions of visitors, proxies, the site itself and what tells of it. */
export const SITE = {
  "visitors.refused": ({ turnedAway }) => {
    if (!turnedAway) return false;
    const { saved, refused, networks, addresses, sinceMs } = turnedAway;
    const proxy =
      addresses === 1
        ? " All came from one address: if that is your own proxy, set TRUSTED_PROXIES to the number of proxies."
        : "";
    return {
      severity: refused > 0 ? "problem" : "notice",
      since: sinceMs,
      title:
        refused > 0 ? `${count(refused, "request")} TURNED AWAY: too many requests` : "Many requests at once",
      text: `Since ${timeOf(sinceMs)}, ${count(saved + refused, "request was", "requests were")} over the limits: ${saved} saved, to be sent later; ${refused} not saved. They came from ${count(networks, "network")}.`,
      advice: `${refused > 0 ? "The visitors who were turned away were asked to try again or to call." : "Nothing to do."}${proxy}`,
      endsQuietly: true,
    };
  },
  "proxies.wrong": ({ proxies }) =>
    proxies !== undefined && {
      severity: "notice",
      title: "TRUSTED_PROXIES may be wrong",
      ...{
        unexpected: {
          text: "A form came through a proxy (X-Forwarded-For), but TRUSTED_PROXIES is 0, so all visitors may share one limit.",
          advice:
            "With a proxy in front of the site, set TRUSTED_PROXIES to 1. Without one, a visitor made this up: ignore it.",
        },
        missing: {
          text: "A form came with fewer addresses in X-Forwarded-For than TRUSTED_PROXIES says, so visitors can choose their own address.",
          advice:
            "Lower TRUSTED_PROXIES to the number of your proxies, and let nobody reach the site without them.",
        },
        private: {
          text: "A form came from an address of a private network, so TRUSTED_PROXIES seems too low, and all visitors may share one limit.",
          advice:
            "Set TRUSTED_PROXIES to the number of your proxies. If it was you, on your own network, ignore this.",
        },
      }[proxies],
      endsQuietly: true,
    },
  "report.overdue": ({ now, report }) =>
    report !== undefined &&
    now.getTime() - Date.parse(report.since) >= DAY_MS && {
      severity: "problem",
      since: report.since,
      title: `The weekly email has been late since ${timeOf(report.since)}`,
      text: `It could not be sent (${report.code}). It is tried again every ten minutes.`,
      advice: "Check SMTP_URL and MAIL_TO. To test them: doctor --send (docs/going-live.md)",
    },
  "notify.failing": ({ now, notify }) =>
    notify !== undefined &&
    now.getTime() - Date.parse(notify.since) >= LATE_MS && {
      severity: "problem",
      since: notify.since,
      title: "Messages do not get through",
      text: `NOTIFY_URL has not accepted a message since ${timeOf(notify.since)} (${notify.code}). The site keeps trying.`,
      advice: "Check NOTIFY_URL.",
      noMessage: true,
    },
  "heartbeat.failing": ({ heartbeat }) =>
    heartbeat !== undefined && {
      severity: "info",
      since: heartbeat.since,
      title: "HEARTBEAT_URL does not respond",
      text: `It may raise a false alarm (${heartbeat.code}).`,
      advice: "Check HEARTBEAT_URL.",
    },
  "site.fault": ({ faults }) =>
    faults.length > 0 && {
      severity: "notice",
      title: "The website had an unexpected error",
      text: `${count(faults.length, "error")} in the last day (${listOf([...new Set(faults)])}). A visitor may have seen an error page.`,
      advice: "Send the site.fault lines of the log to the person who maintains the website.",
      endsQuietly: true,
    },
} satisfies Record<string, Row>;
