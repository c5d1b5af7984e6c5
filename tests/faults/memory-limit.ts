import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const V1 = "/sys/fs/cgroup/memory";
const V2 = "/sys/fs/cgroup";

/**
 * A control group with so much memory, as a container has it. `through` runs a command in it; undefined where no such
 * group can be made.
 */
export function limitMemory(megabytes: number) {
  const [root, file, counter] = existsSync(V1)
    ? [V1, "memory.limit_in_bytes", "memory.oom_control"]
    : [V2, "memory.max", "memory.events"];
  const group = join(root, `site-faults-${process.pid}-${Math.round(performance.now())}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, file), String(megabytes * 1024 * 1024));
  } catch {
    return undefined;
  }
  return {
    through: ["sh", "-c", `echo $$ > ${group}/cgroup.procs; exec "$@"`, "sh"],
    /** How many processes in it were killed for want of memory. */
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(group, counter), "utf8"))?.[1] ?? 0),
    remove: () => rmdirSync(group),
  };
}
