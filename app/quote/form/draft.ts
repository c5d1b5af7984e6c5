import { FIELDS, type FieldName, readValues } from "~/quote/request";

/**
 * What was typed and not sent yet, kept by the browser for this one tab. Both forms share it: it is one request,
 * wherever it is written.
 */
type Draft = {
  values: Partial<Record<FieldName, string>>;
  /** The service that was preselected while it was written: a type chosen over that is chosen for this service only. */
  service: string;
};

const KEY = "quote-draft";
const FORGOTTEN_FOR = "quote-sent";

/** Calls `use` with the tab's storage; without it, as where a visitor blocks storage, there is no draft. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

const read = () => withStorage((storage): Draft => JSON.parse(storage.getItem(KEY) ?? '{"values":{}}'));

/**
 * Keeps what the form holds now; a preselected service alone is nothing that anybody wrote.
 *
 * @returns whether the browser took it
 */
export function saveDraft(form: HTMLFormElement, service: string): boolean {
  const values = Object.entries(readValues(new FormData(form))).filter(
    ([name, value]) => value !== "" && !(name === "projectType" && value === service),
  );
  const kept = withStorage((storage) => {
    if (values.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ values: Object.fromEntries(values), service }));
    return true;
  });
  return kept ?? false;
}

/** Forgets it: what it held has been sent. Once for each mark: Back to the thanks must not cost what was typed since. */
export const forgetDraft = (mark: string | null) =>
  withStorage((storage) => {
    if (mark === null || storage.getItem(FORGOTTEN_FOR) === mark) return;
    storage.setItem(FORGOTTEN_FOR, mark);
    storage.removeItem(KEY);
  });

/**
 * Puts the draft into the form. A service asked for since wins over the type in the draft.
 *
 * @param keep what the form holds already and must not be overwritten
 * @returns whether the form now holds something of the draft
 */
export function restoreDraft(
  form: HTMLFormElement,
  service: string,
  keep: (control: Control) => unknown,
): boolean {
  const draft = read();
  if (!draft) return false;
  let holds = false;
  for (const name of FIELDS) {
    const control = form.elements.namedItem(name) as Control | null;
    if (!control) continue; // An extension has taken it away.
    const chosen = name === "projectType" && service !== "";
    const value =
      (!chosen || draft.service === service ? draft.values[name] : undefined) ?? (chosen ? service : "");
    const before = control.value;
    if (!keep(control)) control.value = value;
    // A list may lack a type that was preselected elsewhere under its raw value.
    if (control.value !== value) control.value = before;
    holds ||= value !== "" && value !== service && control.value === value;
  }
  return holds;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
