/**
 * Keeps input from before hydration, by element id. Hydration resets a select to its default (react/react#26974), and if a browser
 * extension has changed the page, React re-creates the whole document: text, focus and caret would be lost.
 * Test: e2e/scripts/extensions.spec.ts.
 */
const typedValues = new Map<string, string>();
/** The element that had the focus. It keeps its value and caret after React has removed it. */
let focused: Element | null;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const CONTROL = "input[id], select[id], textarea[id]";
const controls = (root: ParentNode) => root.querySelectorAll<Control>(CONTROL);

/** A control's value in the server's markup. */
const serverValue = (control: Control) =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((option) => option.defaultSelected)?.value ?? "")
    : control.defaultValue;

/** Whether a control's value differs from the server's markup. */
export const isDirty = (control: Control) => control.value !== serverValue(control);

// Runs when the form's module loads, just before hydration.
if (typeof document !== "undefined") {
  focused = document.activeElement;
  for (const control of controls(document))
    if (control === focused || isDirty(control)) typedValues.set(control.id, control.value);
}

/** Restores the values and the focus of a form, once. */
export function restoreTyped(form: HTMLFormElement): void {
  for (const control of controls(form)) {
    const isLost = typedValues.has(control.id) && focused?.id === control.id && !focused.isConnected;
    // The removed element may have newer text than `typedValues`.
    const value = isLost ? (focused as Control).value : typedValues.get(control.id);
    if (value !== undefined && !isDirty(control)) control.value = value;
    typedValues.delete(control.id);
    if (!isLost) continue;
    const { selectionStart, selectionEnd } = focused as HTMLInputElement;
    control.focus({ preventScroll: true });
    // Null for an email input, which has no selection API.
    if (selectionStart != null) (control as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
  }
}
