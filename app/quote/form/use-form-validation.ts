import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from "react";
import { FIELD_NAMES, FIELDS, type FieldName, type QuoteErrors } from "~/quote/fields";
import { BODY_LIMIT, type Outcome, tooLong } from "~/quote/outcome";
import { longestField, readValues, validateValues } from "~/quote/values";

/** The type of the last event of pointer or keyboard. A pointer may be down since before this script ran. */
let lastUse = "keydown";
if (typeof document !== "undefined") {
  if (document.documentElement.matches(":active")) lastUse = "pointerdown";
  const trackUse = ({ type }: Event) => {
    lastUse = type;
  };
  for (const type of ["keydown", "pointerdown", "pointerup", "pointercancel"])
    addEventListener(type, trackUse, true);
}

/** The errors of the current values, including a form that is too long for the server. */
function errorsIn(form: HTMLFormElement): QuoteErrors {
  const values = readValues(new FormData(form));
  const errors = validateValues(values);
  const bytes = new URLSearchParams(values).toString().length;
  return bytes > BODY_LIMIT ? { ...errors, [longestField(values)]: tooLong(bytes) } : errors;
}

/** Whether the visitor is in a field. The document's own `autofocus` has shown its errors before React ran. */
export const isMending = () => document.activeElement?.closest(".field");

const fieldsWithErrors = (errors: QuoteErrors) => FIELD_NAMES.filter((name) => errors[name]);

/** Validates as the visitor types. A field shows its error once touched, all after a rejection. Before React: the server's. */
export function useFormValidation(
  form: RefObject<HTMLFormElement>,
  outcome: Outcome | undefined,
  cameWithDocument: boolean,
) {
  const found = outcome?.kind === "invalid" ? outcome.errors : undefined;
  /** Undefined until hydration. */
  const [errors, setErrors] = useState<QuoteErrors>();
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(found ? FIELD_NAMES : []));
  /** Fields that were invalid at the last rejection and are not corrected yet. */
  const [invalidFields, setInvalidFields] = useState(found ? fieldsWithErrors(found) : []);
  const [rejectionCount, setRejectionCount] = useState(0);
  /** For screen readers: the error of the field that last lost the focus. */
  const [announcement, setAnnouncement] = useState("");

  const validate = useCallback(() => {
    const now = form.current ? errorsIn(form.current) : {};
    setErrors(now);
    setInvalidFields((before) => before.filter((name) => now[name]));
    return now;
  }, [form]);

  const reject = useCallback((because: QuoteErrors) => {
    setErrors(because);
    setTouched(new Set(FIELD_NAMES));
    setInvalidFields(fieldsWithErrors(because));
    setRejectionCount((count) => count + 1);
    setAnnouncement("");
  }, []);

  useEffect(() => {
    if (found && !(cameWithDocument && isMending())) reject(found);
    else validate();
  }, [found, cameWithDocument, reject, validate]);

  /** Returns whether the form may be sent. If not, shows all errors. */
  const canSubmit = () => {
    const now = validate();
    const isValid = fieldsWithErrors(now).length === 0;
    if (!isValid) reject(now);
    return isValid;
  };

  /**
   * Touches the field that lost the focus; when the pointer took it, after the click: an error that appears would move a button
   * away from under the pointer, and the click would be lost.
   */
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    // The open list of a select takes the focus from the select.
    const control = event.target.closest("select") ?? event.target;
    const name = FIELD_NAMES.find((field) => field === control.name);
    if (!name || control.contains(event.relatedTarget)) return;
    const touch = () => {
      const { normalize } = FIELDS[name];
      if (normalize) control.value = normalize(control.value);
      setTouched((before) => new Set(before).add(name));
      // A press on Send has read it out.
      setAnnouncement((!document.activeElement?.matches(".error-summary") && validate()[name]) || "");
    };
    const later = () => setTimeout(touch);
    if (lastUse === "keydown") touch();
    else if (lastUse === "pointerdown") addEventListener("pointerup", later, { once: true });
    // In a tap the focus moves after the pointer is up, and the click follows at once.
    else later();
  };

  const now = errors ?? found;
  const shown: QuoteErrors = Object.fromEntries([...touched].map((name) => [name, now?.[name]]));
  const isInvalid = errors !== undefined && fieldsWithErrors(errors).length > 0;
  return { shown, announcement, invalidFields, rejectionCount, isInvalid, validate, canSubmit, onBlur };
}
