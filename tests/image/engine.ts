import { execFileSync, spawnSync } from "node:child_process";

/** Docker, or Podman, which takes the same commands; ENGINE names one. */
const engine =
  process.env.ENGINE ?? ["docker", "podman"].find((name) => spawnSync(name, ["--version"]).status === 0);

/**
 * Runs a command of the container engine and waits for it.
 *
 * @returns what it printed on standard output
 * @throws with what it printed on standard error when it ends with another status than 0, or no engine is there
 */
export function runEngine(...args: string[]): string {
  if (!engine) throw new Error("neither docker nor podman is installed");
  return execFileSync(engine, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** What the image says of itself. Podman names the health check elsewhere than Docker does. */
export function readImage(image: string): { User: string; Env: string[]; Healthcheck: { Test: string[] } } {
  const [{ Config, Healthcheck }] = JSON.parse(runEngine("image", "inspect", image));
  return { Healthcheck, ...Config };
}

/**
 * How much the Dockerfile's own layers put on the image that they stand on, in MB: all from its first instruction, `ARG SOURCE`.
 * The base itself need not be there: BuildKit keeps it to itself.
 *
 * @returns NaN if that instruction is not in the image's history
 */
export function megabytesAboveBase(image: string): number {
  // Newest first. Docker writes "34.1MB", Podman "34.1 MB".
  const history = runEngine("history", "--no-trunc", "--format", "{{.Size}}\t{{.CreatedBy}}", image);
  const layers = [...history.matchAll(/^([\d.]+) ?(|k|M|G)B\t(.*)$/gm)];
  const first = layers.findLastIndex(([, , , made]) => made?.includes("ARG SOURCE"));
  if (first < 0) return Number.NaN;
  const unit: Record<string, number> = { "": 1e-6, k: 1e-3, M: 1, G: 1e3 };
  const sizes = layers.slice(0, first + 1).map(([, size, prefix = ""]) => Number(size) * (unit[prefix] ?? 1));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Starts a container as compose.yaml does: read-only root, no capability, no new privileges. It shares this machine's
 * network, so that it reaches a forwarding service on the loopback.
 *
 * @param volume mounted at /data
 * @returns its id
 */
export const startContainer = (image: string, volume: string, env: Record<string, string>): string =>
  runEngine(
    ...["run", "--detach", "--network", "host", "--volume", `${volume}:/data`],
    ...["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--pids-limit", "128"],
    ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    image,
  );
