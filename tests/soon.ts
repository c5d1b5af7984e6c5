import { expect, inject, vi } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** How long a loaded machine may take until what a test waits for is there, in milliseconds. */
    patienceMs: number;
  }
}

// By itself vitest waits for a second.
const patience = { timeout: inject("patienceMs"), interval: 100 };
const { waitFor } = vi;
const { poll } = expect;
vi.waitFor = (check, more = patience) => waitFor(check, more);
expect.poll = (read, more) => poll(read, { ...patience, ...more });
