import { errorCode } from "~/log/error-code";

/** The result of one check. `warn`: the operator decides. `fail`: requests will not arrive. */
export type Finding = { level: "ok" | "warn" | "fail"; about: string; text: string };

export const ok = (about: string, text: string): Finding => ({ level: "ok", about, text });
export const warn = (about: string, text: string): Finding => ({ level: "warn", about, text });
export const fail = (about: string, text: string): Finding => ({ level: "fail", about, text });

/** Turns a check that throws into a finding, so that the other checks still run. */
export const thrown =
  (level: "warn" | "fail", about: string, text: string) =>
  (error: unknown): Finding => ({ level, about, text: `${text} (${errorCode(error)})` });
