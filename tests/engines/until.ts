import type { Engine } from "./engine";

/** Resolves when an expression holds in the page; rejects after 15 s, with what it was. */
export async function until(engine: Engine, expression: string): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await engine.read(`!!(${expression})`))) {
    if (Date.now() > end) throw new Error(`never: ${expression}; at ${await engine.read("location.href")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
