/** What one check came to: `warn` is for the operator to weigh, `fail` keeps requests from arriving. */
export type Finding = { level: "ok" | "warn" | "fail"; about: string; text: string };

export const ok = (about: string, text: string): Finding => ({ level: "ok", about, text });
export const warn = (about: string, text: string): Finding => ({ level: "warn", about, text });
export const fail = (about: string, text: string): Finding => ({ level: "fail", about, text });

/** The code of a system's or a network's fault, which names no address and no person. */
export function faultOf(error: unknown): string {
  const { code, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (code) return String(code);
  return cause ? faultOf(cause) : name;
}
