import { type RefObject, useLayoutEffect, useRef } from "react";
import { type Control, isDirty, restoreTyped } from "~/hydration/pre-hydration-input";
import { FIELD_NAMES, type FieldName } from "~/quote/fields";
import type { Outcome } from "~/quote/outcome";
import { readValues } from "~/quote/values";

/** Unsent input, in the tab's sessionStorage. Both forms share it. */
type Draft = {
  values: Partial<Record<FieldName, string>>;
  service: string;
};

const KEY = "quote-draft";
const SENT_KEY = "quote-sent";
const PENDING_KEY = "quote-pending";

/** Returns undefined where storage is blocked. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Saves what the visitor entered. A preselected service alone is not saved. */
export const saveDraft = (form: HTMLFormElement, service: string) =>
  withStorage((storage) => {
    const values = Object.entries(readValues(new FormData(form))).filter(
      ([name, value]) => value !== "" && !(name === "projectType" && value === service),
    );
    if (values.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ values: Object.fromEntries(values), service }));
  });

/** Deletes a sent draft, once per receipt token: going back to the success message must not delete a newer draft. */
export const forgetDraft = (receiptToken: string) =>
  withStorage((storage) => {
    if (storage.getItem(SENT_KEY) === receiptToken) return;
    storage.setItem(SENT_KEY, receiptToken);
    storage.removeItem(KEY);
  });

/** A request that was sent and not answered yet, and where to. */
type Pending = { action: string; values: Record<FieldName, string> };

/** Remembers it until it is answered: the document that sent it may be left before. */
export const savePending = (pending?: Pending) =>
  withStorage((storage) =>
    pending ? storage.setItem(PENDING_KEY, JSON.stringify(pending)) : storage.removeItem(PENDING_KEY),
  );

/** The one of the document before, if it was left unanswered. */
export const readPending = () =>
  withStorage((storage): Pending | null => JSON.parse(storage.getItem(PENDING_KEY) ?? "null"));

/** Fills in the draft, except controls for which `keep` is true. A service preselected since then replaces its project type. */
function restoreDraft(form: HTMLFormElement, service: string, keep: (control: Control) => unknown): void {
  const draft = withStorage((storage): Draft => JSON.parse(storage.getItem(KEY) ?? '{"values":{}}'));
  if (!draft) return;
  const values = { projectType: service, ...draft.values };
  if (service && service !== draft.service) values.projectType = service;
  for (const name of FIELD_NAMES) {
    const control = form.elements.namedItem(name) as Control | null;
    if (!control || keep(control)) continue; // An extension may have removed the control.
    const value = values[name] ?? "";
    const before = control.value;
    control.value = value;
    // A select may lack the type of the draft, if that came from the URL of the other form.
    if (control.value !== value) control.value = before;
  }
}

/**
 * Restores the draft when the form appears, unless the server returned values or the visitor typed before hydration. Restores it
 * again when a modal over the form closes (`inFront`), because the modal's form edits the same draft.
 */
export function useDraft(
  form: RefObject<HTMLFormElement>,
  service: string,
  posted: Outcome | undefined,
  inFront: boolean,
): void {
  const isRestored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form appears, and when it is in front again
  useLayoutEffect(() => {
    if (!form.current) return;
    if (!isRestored.current) {
      restoreTyped(form.current);
      if (!posted?.values) restoreDraft(form.current, service, isDirty);
      saveDraft(form.current, service);
    } else if (inFront) {
      // Closing the modal did not request this form's preselected service again, so keep the type that is chosen here.
      restoreDraft(form.current, service, ({ name, value }) => service && name === "projectType" && value);
      form.current.dispatchEvent(new Event("input", { bubbles: true }));
    }
    isRestored.current = true;
  }, [inFront]);
}
