import { expect, it, onTestFinished, vi } from "vitest";
import { complain } from "~/cli/command-line";
import { makeCommands } from "~/cli/outbox/commands";
import { describe, list } from "~/cli/outbox/list";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";
import { sampleQuote } from "../quote/intake/sample-quote";
import { state, tried } from "../quote/lifecycle/states";

/** What the outbox command says. */

it("outbox list: it says how often a channel has tried", async () => {
  const { id } = sampleQuote();
  const found = (count: number) => ({
    status: "new" as const,
    id,
    request: { ...sampleQuote(), ...tried({ count }) },
  });
  const text = describe(await list([found(1), found(2)] as never));
  expect(text).toContain(`forward: 1 attempt, ${state().class}`);
  expect(text).toContain("forward: 2 attempts, ");
});

it("outbox now: it says what is wrong with the disk in plain words when nothing can be written", async () => {
  const { exitCode } = process;
  onTestFinished(() => {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  });
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const edit = () =>
    Promise.reject(Object.assign(new Error("EROFS: read-only, open '/x'"), { code: "EROFS" }));
  await makeCommands({ edit } as unknown as Outbox, { isJson: false, isSure: false }).now(["ab12"]);
  expect(said.mock.calls).toEqual([
    ["The disk is read-only: mount it writable, and check it for errors (EROFS).\n"],
  ]);
});

it("commands: PostgreSQL that does not respond is not called a disk", () => {
  const { exitCode } = process;
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  });
  complain(new Unavailable("ETIMEDOUT"));
  expect(said.mock.calls).toEqual([["PostgreSQL cannot be used (ETIMEDOUT): it does not respond in time\n"]]);
});
