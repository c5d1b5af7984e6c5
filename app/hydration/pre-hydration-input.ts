/**
 * Keeps what was typed before React ran. Hydration resets a select to its default (react/react#26974), and where a
 * browser extension has changed the page, React re-creates the whole document: text, focus and caret would be lost.
 * Test: e2e/scripts/extensions.spec.ts.
 */
const typedValues = new Map<string, string>();
/** The field that had the focus. It remembers its caret after React has removed it. */
let focused: Element | null;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const CONTROL = "input[id], select[id], textarea[id]";
const controls = (root: ParentNode) => root.querySelectorAll<Control>(CONTROL);

/** The value that the server sent. */
const serverValue = (control: Control) =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((option) => option.defaultSelected)?.value ?? "")
    : control.defaultValue;

/** Whether a field's value differs from the one that the server sent. */
export const isDirty = (control: Control) => control.value !== serverValue(control);

// Runs once, when the form's script loads, just before React starts.
if (typeof document !== "undefined") {
  for (const control of controls(document)) if (isDirty(control)) typedValues.set(control.id, control.value);
  focused = document.activeElement;
}

/** Restores the lost values and the focus, then forgets them. */
export function restoreTyped(form: HTMLFormElement): void {
  for (const control of controls(form)) {
    const isLost = focused?.id === control.id && !focused.isConnected;
    // The last letters may have been typed after `typedValues` was filled.
    const value = isLost ? (focused as Control).value : typedValues.get(control.id);
    if (value !== undefined && !isDirty(control)) control.value = value;
    typedValues.delete(control.id);
    if (focused?.id !== control.id) continue;
    const { selectionStart, selectionEnd } = focused as HTMLInputElement;
    focused = null;
    if (!isLost) continue;
    control.focus({ preventScroll: true });
    // An email field has no caret to read or set.
    if (selectionStart != null) (control as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
  }
}
