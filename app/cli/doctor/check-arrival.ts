import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Config } from "~/config/config.server";
import { openMailbox } from "~/monitoring/mailbox.server";
import { type Proof, prove, unsearchable } from "~/monitoring/prove.server";
import { channels } from "~/quote/delivery/channels.server";

/** Checks whether the mailbox lets the site in. With `isProving` it sends a request marked TEST by each channel and waits. */
export async function checkArrival(config: Config, isProving: boolean): Promise<Finding[]> {
  const { mailbox } = config;
  const unset = "nobody checks whether accepted requests arrive. Set MAILBOX_URL";
  if (!mailbox) return [(isProving ? fail : warn)("arrival", unset)];
  const look = openMailbox(mailbox);
  if (!isProving)
    return look([]).then(
      () => [ok("arrival", "the mailbox can be searched; --prove sends a request and looks for it")],
      (error) => [asFinding(unsearchable(error))],
    );
  process.stdout.write("      arrival       sending a request marked TEST; this may take 15 minutes\n");
  const waiting = setInterval(() => {}, 1000); // The timers of `prove` keep no process alive.
  const proofs = await prove(channels, look, config);
  clearInterval(waiting);
  return proofs.map(asFinding);
}

function asFinding({ state, channel, advice, facts }: Proof): Finding {
  const { seconds, folder, code, class: attemptClass } = facts;
  if (state === "arrived") return ok("arrival", `by ${channel} after ${seconds} s, now in ${folder}`);
  const known = [channel, attemptClass, code, folder].filter(Boolean).join(", ");
  return fail("arrival", `${state} (${known}). ${advice}`);
}
