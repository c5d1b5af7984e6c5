import { spawn } from "node:child_process";

/** What a person at a terminal does: waits for a text on the screen, then types. */
export type Step = [seen: string | RegExp, keys: string];

/**
 * Runs a program on a terminal of 80 by 60 characters, which `script` gives it, and types as told.
 *
 * @param command for the shell
 * @param env added to this process's own
 * @returns once it has ended by itself; rejects, with the end of its screen, when a text does not come for 30 s
 */
export function typeInto(command: string, steps: Step[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const terminal = spawn("script", ["-qec", `stty rows 60 cols 80; ${command}`, "/dev/null"], {
      env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let next = 0;
    /** What was written since the last keys were typed. */
    let screen = "";
    const fail = (what: string) =>
      reject(
        new Error(
          `${command} ${what} before ${steps[next]?.[0] ?? "its end"}: ${JSON.stringify(screen.slice(-2000))}`,
        ),
      );
    const late = () => {
      terminal.kill("SIGKILL");
      fail("stood still");
    };
    let timer = setTimeout(late, 30_000);
    terminal.stdout.setEncoding("utf8").on("data", (part: string) => {
      screen += part;
      const step = steps[next];
      if (!step || !(typeof step[0] === "string" ? screen.includes(step[0]) : step[0].test(screen))) return;
      next++;
      screen = "";
      clearTimeout(timer);
      timer = setTimeout(late, 30_000);
      terminal.stdin.write(step[1]);
    });
    terminal.once("exit", () => {
      clearTimeout(timer);
      if (next === steps.length) resolve();
      else fail("ended");
    });
  });
}
