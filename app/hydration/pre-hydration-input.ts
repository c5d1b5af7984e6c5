/**
 * What was typed before React ran. Hydration puts a select back to its default, and where a browser extension has
 * changed the page it makes the whole document anew; neither may cost what somebody wrote, nor the place they write at.
 */
const typed = new Map<string, string>();
/** The field that last had the focus. It keeps its caret when React has thrown it away. */
let focused: EventTarget | null;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const CONTROL = "input[id], select[id], textarea[id]";
const controls = (root: ParentNode) => root.querySelectorAll<Control>(CONTROL);

const served = (control: Control) =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((option) => option.defaultSelected)?.value ?? "")
    : control.defaultValue;

/** Whether a field holds something else than the server sent. */
export const differs = (control: Control) => control.value !== served(control);

const noteFocus = ({ target }: Event) => {
  focused = target;
};
const noteInput = ({ target }: Event) => typed.set((target as Control).id, (target as Control).value);

// Once, as the form's scripts come, which is before React starts: every field whose value is not the one that the server
// sent, and what is typed until React has shown its own.
if (typeof document !== "undefined") {
  for (const control of controls(document)) if (differs(control)) typed.set(control.id, control.value);
  focused = document.activeElement;
  addEventListener("focusin", noteFocus);
  addEventListener("input", noteInput);
}

/** Puts the noted values back where they are gone, the focus too, and forgets them. */
export function restoreTyped(form: HTMLFormElement): void {
  removeEventListener("focusin", noteFocus);
  removeEventListener("input", noteInput);
  for (const control of controls(form)) {
    const value = typed.get(control.id);
    if (value !== undefined && !differs(control)) control.value = value;
    typed.delete(control.id);
    if (!(focused instanceof Element) || focused.isConnected || focused.id !== control.id) continue;
    const { selectionStart, selectionEnd } = focused as HTMLInputElement;
    control.focus({ preventScroll: true });
    // An email field tells of no caret and takes none.
    if (selectionStart != null) (control as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
  }
}
