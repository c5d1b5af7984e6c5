import { hourlyLog } from "~/config/hourly-log.server";
import { log } from "~/config/log.server";

const ADVICE = {
  uploads:
    "More was uploaded at once than memory allows. The largest uploads were ended; short forms got through.",
  connections:
    "Too many connections were open, so the site closed those that were idle longest. If this lasts, limit connections in a proxy in front of the site.",
};

const trouble = hourlyLog(log);

/** Says in the log, at most once an hour, that the site had to turn somebody away. */
export const noteOverload = (fault: keyof typeof ADVICE) =>
  trouble.say("warn", "site.overloaded", { fault, advice: ADVICE[fault] });
