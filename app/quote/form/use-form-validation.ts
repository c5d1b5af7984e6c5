import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from "react";
import { type Outcome, tooLong } from "~/quote/outcome";
import {
  FIELDS,
  type FieldName,
  longestField,
  plainEmail,
  type QuoteErrors,
  readValues,
  validateValues,
} from "~/quote/request";
import { BODY_LIMIT } from "~/site/limits";

/** Whether a pointer is down anywhere. It may have gone down before this script ran. */
let isPressing = typeof document !== "undefined" && document.documentElement.matches(":active");
const notePointer = ({ type }: Event) => {
  isPressing = type === "pointerdown";
};
if (typeof document !== "undefined")
  for (const name of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(name, notePointer, true);

/** The errors of the present values. The server would refuse an overlong form, so that is one too. */
function errorsIn(form: HTMLFormElement): QuoteErrors {
  const values = readValues(new FormData(form));
  const errors = validateValues(values);
  const bytes = new URLSearchParams(values).toString().length;
  return bytes > BODY_LIMIT ? { ...errors, [longestField(values)]: tooLong(bytes) } : errors;
}

const pick = (errors: QuoteErrors, test: (name: FieldName) => boolean): QuoteErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => test(name as FieldName)));

/** Shows the plain address in place of what was pasted or dictated. */
function tidyEmail(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem("email" satisfies FieldName);
  if (!(field instanceof HTMLInputElement)) return;
  const plain = plainEmail(field.value);
  // Setting the same text would move the caret.
  if (plain !== field.value) field.value = plain;
}

const isEmpty = (errors: QuoteErrors) => Object.keys(errors).length === 0;

/**
 * Validates the form as the visitor types. An error shows once its field was touched; a refused submission touches all
 * fields. Until React runs, these are the errors that the server found.
 */
export function useFormValidation(form: RefObject<HTMLFormElement>, outcome: Outcome | undefined) {
  const found = outcome?.kind === "invalid" ? outcome.errors : undefined;
  const [errors, setErrors] = useState<QuoteErrors>(found ?? {});
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(found ? FIELDS : []));
  /** Undefined until React runs: the server cannot know what is typed. */
  const [valid, setValid] = useState<boolean>();
  /** The errors of the last refusal, less those corrected since. */
  const [refused, setRefused] = useState<QuoteErrors>(found ?? {});
  const [refusals, setRefusals] = useState(found ? 1 : 0);

  /** The error of the field that was left last, to be read out. */
  const [heard, setHeard] = useState("");

  const validate = useCallback(() => {
    const now = form.current ? errorsIn(form.current) : {};
    setErrors(now);
    setRefused((before) => pick(before, (name) => name in now));
    setValid(isEmpty(now));
    return now;
  }, [form]);

  const refuse = useCallback((because: QuoteErrors) => {
    setErrors(because);
    setTouched(new Set(FIELDS));
    setRefused(because);
    setHeard("");
    setRefusals((count) => count + 1);
  }, []);

  useEffect(() => {
    if (form.current) setValid(isEmpty(errorsIn(form.current)));
    if (found) refuse(found);
  }, [form, found, refuse]);

  /** Whether the form may be sent. If not, it shows all its errors. */
  const canSubmit = () => {
    tidyEmail(form.current);
    const now = validate();
    if (!isEmpty(now)) refuse(now);
    return isEmpty(now);
  };

  /**
   * Touches the field that lost the focus. While a button is pressed it waits: an error that appears would move the
   * button from under the pointer and lose the click.
   */
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    // An open list takes the focus from its select, and leaves it in its place.
    const control = event.target.closest("select") ?? event.target;
    const name = FIELDS.find((field) => field === control.name);
    if (!name || control.contains(event.relatedTarget)) return;
    const touch = () => {
      setTouched((before) => new Set(before).add(name));
      if (name === "email") tidyEmail(form.current);
      setHeard(validate()[name] ?? "");
    };
    if (isPressing) addEventListener("pointerup", () => setTimeout(touch), { once: true });
    else touch();
  };

  /** Empties the form, whatever its default values. */
  const reset = useCallback(() => {
    for (const name of FIELDS) {
      const control = form.current?.elements.namedItem(name);
      if (control && "value" in control) control.value = "";
    }
    setTouched(new Set());
    setRefused({});
    setHeard("");
    validate();
  }, [form, validate]);

  const shown = pick(errors, (name) => touched.has(name));
  return { shown, heard, refused, refusals, valid, validate, canSubmit, onBlur, reset };
}
