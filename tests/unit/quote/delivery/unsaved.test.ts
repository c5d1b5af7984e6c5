import { expect, it } from "vitest";
import { makeUnsavedStates } from "~/quote/delivery/unsaved.server";
import { accepted, iso, quote, state } from "../lifecycle/states";

const entry = { ...quote({ tries: { forward: state() } }), request: undefined, seenAt: 0 };
const { request: _, ...inSnapshot } = entry;
const requeued = (at: number) => ({ sent: { at: iso(at), channel: "", class: "" } });

it.each([
  ["counts", "the same quote is read", {}, undefined, true],
  ["counts", "an older file is read", { receivedAt: iso(-1) }, undefined, true],
  ["is forgotten", "its visitor has sent it since", { receivedAt: iso(1) }, undefined, false],
  ["is forgotten", "the operator has requeued it since", requeued(1), undefined, false],
  ["counts", "the operator requeued it before", requeued(1), iso(1), true],
  ["is forgotten", "the operator has requeued it once more", requeued(2), iso(1), false],
])("unsaved state: it %s when %s", (_what, _when, more, sentBefore, isKept) => {
  const unsaved = makeUnsavedStates();
  unsaved.add(quote({ tries: { forward: accepted } }), sentBefore);
  expect(unsaved.withUnsavedState(inSnapshot).tries).toEqual({ forward: accepted });
  const found = unsaved.withUnsavedState(quote({ tries: { forward: state() }, ...more }));
  expect(found.tries.forward).toEqual(isKept ? accepted : state());
  expect(unsaved.has(quote().id)).toBe(isKept);
  if (isKept) expect(found.sent).toBeUndefined();
});
