import { describe, expect, it } from "vitest";
import { REQUEST } from "./sample-request";
import { freshOutbox, lines, pass, setUp, waiting } from "./submit-setup";

freshOutbox();

describe("the same request twice", () => {
  it("shares the attempt in flight", async () => {
    const { submit, relay } = setUp("accepted");
    const outcomes = await Promise.all([submit("quote", REQUEST), submit("quote", REQUEST)]);
    expect(outcomes).toEqual([{ kind: "sent" }, { kind: "sent" }]);
    expect(relay).toHaveBeenCalledTimes(1);
    const id = relay.mock.calls[0]?.[0].id;
    expect(lines.filter(({ event }) => event === "quote.repeated")).toEqual([
      { level: "info", event: "quote.repeated", facts: { id, form: "quote" } },
    ]);
  });

  it("is not sent again within an hour of its acceptance, and is after that", async () => {
    const { submit, relay } = setUp("accepted");
    await submit("quote", REQUEST);
    pass(59 * 60_000);
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(1);
    pass(2 * 60_000);
    await submit("quote", REQUEST);
    expect(relay).toHaveBeenCalledTimes(2);
  });

  it("is sent again at once where its acceptance was only presumed", async () => {
    const { submit, relay } = setUp("presumed-accepted");
    for (const _ of [1, 2]) expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    expect(relay).toHaveBeenCalledTimes(2);
  });

  it("is sent again at once after a failure, and stays one file", async () => {
    const { submit, relay } = setUp("server-error", 500);
    await submit("quote", REQUEST);
    await submit("quote", REQUEST);
    expect(relay).toHaveBeenCalledTimes(2);
    expect(await waiting()).toHaveLength(1);
  });

  it("is two requests when it comes from two forms", async () => {
    const { submit, relay } = setUp("accepted");
    await submit("quote", REQUEST);
    await submit("contact", REQUEST);
    expect(relay).toHaveBeenCalledTimes(2);
  });
});
