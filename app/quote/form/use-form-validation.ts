import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from "react";
import { FIELD_NAMES, FIELDS, type FieldName, type QuoteErrors } from "~/quote/fields";
import { BODY_LIMIT, type Outcome, tooLong } from "~/quote/outcome";
import { longestField, readValues, validateValues } from "~/quote/values";

/** The errors of the present values. The server would refuse an overlong form, so that is one too. */
function errorsIn(form: HTMLFormElement): QuoteErrors {
  const values = readValues(new FormData(form));
  const errors = validateValues(values);
  const bytes = new URLSearchParams(values).toString().length;
  return bytes > BODY_LIMIT ? { ...errors, [longestField(values)]: tooLong(bytes) } : errors;
}

const invalidIn = (errors: QuoteErrors) => FIELD_NAMES.filter((name) => errors[name]);

/**
 * Validates the form as the visitor types. An error shows once its field was touched; a refused submission touches all
 * fields. Until React runs, these are the errors that the server found.
 */
export function useFormValidation(form: RefObject<HTMLFormElement>, outcome: Outcome | undefined) {
  const found = outcome?.kind === "invalid" ? outcome.errors : undefined;
  /** Undefined until React runs: the server cannot know what is typed. */
  const [errors, setErrors] = useState<QuoteErrors>();
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(found ? FIELD_NAMES : []));
  /** Invalid at the last refusal, and not corrected since. */
  const [refused, setRefused] = useState(found ? invalidIn(found) : []);
  const [refusals, setRefusals] = useState(0);
  /** The error of the field that was left last, to be read out. */
  const [announcement, setAnnouncement] = useState("");

  const validate = useCallback(() => {
    const now = form.current ? errorsIn(form.current) : {};
    setErrors(now);
    setRefused((before) => before.filter((name) => now[name]));
    return now;
  }, [form]);

  const refuse = useCallback((because: QuoteErrors) => {
    setErrors(because);
    setTouched(new Set(FIELD_NAMES));
    setRefused(invalidIn(because));
    setRefusals((count) => count + 1);
    setAnnouncement("");
  }, []);

  useEffect(() => {
    if (found) refuse(found);
    else validate();
  }, [found, refuse, validate]);

  /** Whether the form may be sent. If not, it shows all its errors. */
  const canSubmit = () => {
    const now = validate();
    const isValid = invalidIn(now).length === 0;
    if (!isValid) refuse(now);
    return isValid;
  };

  /**
   * Touches the field that lost the focus. While a button is pressed it waits: an error that appears would move the
   * button from under the pointer and lose the click.
   */
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    // A select's open list takes the focus from it.
    const control = event.target.closest("select") ?? event.target;
    const name = FIELD_NAMES.find((field) => field === control.name);
    if (!name || control.contains(event.relatedTarget)) return;
    const touch = () => {
      const { normalize } = FIELDS[name];
      if (normalize) control.value = normalize(control.value);
      setTouched((before) => new Set(before).add(name));
      setAnnouncement(validate()[name] ?? "");
    };
    // In a tap the pointer is up before the focus moves, and the click comes at once.
    setTimeout(() => {
      if (document.querySelector(":active"))
        addEventListener("pointerup", () => setTimeout(touch), { once: true });
      else touch();
    });
  };

  const now = errors ?? found;
  const shown: QuoteErrors = Object.fromEntries([...touched].map((name) => [name, now?.[name]]));
  const isInvalid = errors !== undefined && invalidIn(errors).length > 0;
  return { shown, announcement, refused, refusals, isInvalid, validate, canSubmit, onBlur };
}
