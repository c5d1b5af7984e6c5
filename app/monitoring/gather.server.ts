import type { Config } from "~/config/config.server";
import { proxyFault } from "~/http/client-address.server";
import { errorCode } from "~/log/error-code";
import { checkSettings } from "~/monitoring/checks/check-settings.server";
import type { Facts } from "~/monitoring/conditions/condition.server";
import { readTested } from "~/monitoring/health-file.server";
import type { Observed } from "~/monitoring/observed.server";
import { makeReadOutbox } from "~/monitoring/read-outbox.server";
import { readReport } from "~/monitoring/report-note.server";
import type { Channels } from "~/quote/lifecycle/channel.server";
import type { Outbox, Snapshot } from "~/quote/outbox/outbox.server";

type GatherDeps = {
  outbox: Outbox;
  channels: Channels;
  config: Config;
  observed: Observed;
  turnedAway: () => Facts["turnedAway"];
  now: () => Date;
};

/** Makes the function that gathers all that the site knows about itself. */
export function makeGather({ outbox, channels, config, observed, turnedAway, now }: GatherDeps) {
  const readOutbox = makeReadOutbox(outbox);
  const settings = config.fingerprint;
  /** As it was last read. */
  let named: Facts["named"] = {};

  /** @param seen the snapshot of this poll, to save another one */
  return async function gather(seen?: Snapshot): Promise<Facts> {
    // At the time of the snapshot, before the deliveries that followed it.
    const failing = new Map(observed.channels);
    const tested = await readTested(outbox).catch(() => undefined);
    if (tested?.settings === settings)
      for (const known of [observed.channels, failing]) observed.accepted(tested.channels, tested.at, known);
    const storage = [...(await outbox.troubles())];
    named = await readReport(outbox).then(
      (note) => note?.named ?? {},
      () => named,
    );
    const read = await readOutbox(now(), seen).catch(errorCode);
    const isGone = storage.some(({ kind }) => kind === "missing" || kind === "unwritable");
    if (typeof read === "string" && !isGone)
      storage.push({ kind: "unreadable", code: read, detail: outbox.advice.unreadable });
    return {
      now: now(),
      storage,
      outbox: typeof read === "string" ? undefined : read,
      named,
      channels: channels.map(({ name }) => ({ name, failing: failing.get(name) })),
      mailAfterMs: channels.find(({ delayMs }) => delayMs > 0)?.delayMs,
      settings: checkSettings(config),
      turnedAway: turnedAway(),
      proxies: proxyFault(),
      addressRefused: observed.addressRefused(),
      lost: observed.lost(),
      faults: observed.faults(),
      hasWeeklyEmail: config.mailSettings !== undefined && config.reportDay !== "none",
      ...observed.failing,
    };
  };
}
