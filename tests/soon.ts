import { vi } from "vitest";

/** How long a loaded machine may take until what a test waits for is there; it looks every 100 ms. */
const SOON = { timeout: 60_000, interval: 100 };

// vitest has a setting for the patience of `expect.poll`, and none for that of `vi.waitFor`, which is a second.
const { waitFor } = vi;
vi.waitFor = (check, patience = SOON) => waitFor(check, patience);
