import { expect, vi } from "vitest";

// By itself vitest waits for a second; a loaded machine may take longer.
const patience = { timeout: 60_000, interval: 100 };
const { waitFor } = vi;
const { poll } = expect;
vi.waitFor = (check, more = patience) => waitFor(check, more);
expect.poll = (read, more) => poll(read, { ...patience, ...more });
