import { readFileSync } from "node:fs";

/**
 * Watches a process from outside, every 100 ms, through /proc.
 *
 * @param port that it listens on
 */
export function watch(pid: number, port: number) {
  let peak = 0;
  let lately = 0;
  const sample = () => {
    // The second figure of statm is resident pages of 4 KiB.
    const resident = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    lately = Math.max(lately, resident / 256);
    peak = Math.max(peak, lately);
  };
  const timer = setInterval(() => {
    try {
      sample();
    } catch {
      clearInterval(timer); // Gone: the one who started it has noticed.
    }
  }, 100);
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return {
    /** Highest resident memory so far, in MiB. */
    peak: () => peak,
    /** The same since this was last asked. */
    lately: () => {
      const highest = lately;
      lately = 0;
      return highest;
    },
    /** Connections to its port that the process still holds: established, or closed by the other side only. */
    open: () =>
      readFileSync("/proc/net/tcp", "utf8")
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => local?.endsWith(suffix) && (state === "01" || state === "08")).length,
    stop: () => clearInterval(timer),
  };
}
