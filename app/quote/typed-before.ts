/**
 * What was typed before React ran. Hydration puts a select back to its default, and where a browser extension has
 * changed the page it makes the whole document anew; neither may cost what somebody wrote.
 */
const typed = new Map<string, string>();

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controls = (root: ParentNode) => root.querySelectorAll<Control>("input[id], select[id], textarea[id]");

const served = (control: Control) =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((option) => option.defaultSelected)?.value ?? "")
    : control.defaultValue;

/** Whether a field holds something else than the server sent. */
export const differs = (control: Control) => control.value !== served(control);

/** Notes every field whose value is not the one that the server sent. Called once, before hydration. */
export function rememberTyped(): void {
  for (const form of document.querySelectorAll("form")) {
    for (const control of controls(form)) {
      if (differs(control)) typed.set(control.id, control.value);
    }
  }
}

/** Puts the noted values back where they are gone, and forgets them. */
export function restoreTyped(form: HTMLFormElement): void {
  for (const control of controls(form)) {
    const value = typed.get(control.id);
    if (value !== undefined && !differs(control)) control.value = value;
    typed.delete(control.id);
  }
}
