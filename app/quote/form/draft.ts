import { type RefObject, useRef } from "react";
import { type Control, isDirty, restoreTyped } from "~/hydration/pre-hydration-input";
import { FIELD_NAMES, type FieldName } from "~/quote/fields";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";
import type { Outcome } from "~/quote/outcome";
import { readValues } from "~/quote/values";

/** What was typed and not sent yet, kept for this tab. Both forms share it. */
type Draft = {
  values: Partial<Record<FieldName, string>>;
  /** The service preselected at the time. A different project type applies to that service only. */
  service: string;
};

const KEY = "quote-draft";
const SENT_KEY = "quote-sent";

/** Where storage is blocked there is no draft. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Keeps what the visitor entered; a preselected service alone is no draft. */
export const saveDraft = (form: HTMLFormElement, service: string) =>
  withStorage((storage) => {
    const values = Object.entries(readValues(new FormData(form))).filter(
      ([name, value]) => value !== "" && !(name === "projectType" && value === service),
    );
    if (values.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ values: Object.fromEntries(values), service }));
  });

/** Forgets a sent draft, once per receipt token: going back to the success message must not delete a newer draft. */
export const forgetDraft = (receiptToken: string | null) =>
  withStorage((storage) => {
    if (receiptToken === null || storage.getItem(SENT_KEY) === receiptToken) return;
    storage.setItem(SENT_KEY, receiptToken);
    storage.removeItem(KEY);
  });

/**
 * Puts the draft into the form, except where `keep` is true. A service chosen since then wins over the draft's project
 * type.
 */
function restoreDraft(form: HTMLFormElement, service: string, keep: (control: Control) => unknown): void {
  const draft = withStorage((storage): Draft => JSON.parse(storage.getItem(KEY) ?? '{"values":{}}'));
  if (!draft) return;
  const values = { projectType: service, ...draft.values };
  if (service && service !== draft.service) values.projectType = service;
  for (const name of FIELD_NAMES) {
    const control = form.elements.namedItem(name) as Control | null;
    if (!control || keep(control)) continue; // An extension may have removed it.
    const value = values[name] ?? "";
    const before = control.value;
    control.value = value;
    // This form's list may lack an unknown type that was preselected elsewhere.
    if (control.value !== value) control.value = before;
  }
}

/**
 * Restores the draft when the form appears: values from the server and input from before hydration are newer. A modal over
 * the form edits the same draft; when it closes and the form is in front again, the form is updated.
 */
export function useDraft(
  form: RefObject<HTMLFormElement>,
  service: string,
  outcome: Outcome | undefined,
  inFront: boolean,
): void {
  const isRestored = useRef(false);
  useIsomorphicLayoutEffect(() => {
    if (!form.current) return;
    if (!isRestored.current) {
      restoreTyped(form.current);
      if (!outcome?.values) restoreDraft(form.current, service, isDirty);
      saveDraft(form.current, service);
    } else if (inFront) {
      // This form's service was not requested again, so the type chosen in the form stays.
      restoreDraft(form.current, service, ({ name }) => service && name === "projectType");
      form.current.dispatchEvent(new Event("input", { bubbles: true }));
    }
    isRestored.current = true;
  }, [inFront]);
}
