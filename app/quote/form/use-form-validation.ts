import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";
import { type Outcome, TOO_LONG } from "~/quote/outcome";
import {
  FIELDS,
  type FieldName,
  longestField,
  type QuoteErrors,
  readValues,
  validateValues,
} from "~/quote/request";
import { BODY_LIMIT } from "~/site/limits";

/** The faults of what is typed now; an overlong form is one too, which the server would refuse. */
function faults(form: HTMLFormElement): QuoteErrors {
  const values = readValues(new FormData(form));
  const errors = validateValues(values);
  const tooLong = new URLSearchParams(values).toString().length > BODY_LIMIT;
  return tooLong ? { ...errors, [longestField(values)]: TOO_LONG } : errors;
}

const pick = (errors: QuoteErrors, names: (name: FieldName) => boolean): QuoteErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => names(name as FieldName)));

/**
 * What the form shows of its faults: a field's error only once the field was touched, all of them once somebody tried
 * to send. Before React runs, and without it, these are the errors the server found.
 */
export function useFormValidation(form: RefObject<HTMLFormElement>, outcome: Outcome | undefined) {
  const found = outcome?.kind === "invalid" ? outcome.errors : undefined;
  const [errors, setErrors] = useState<QuoteErrors>(found ?? {});
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(found ? FIELDS : []));
  /** Undefined until React runs: the server cannot know what is typed. */
  const [valid, setValid] = useState<boolean>();
  /** Why sending was last refused, less what was mended since. */
  const [refused, setRefused] = useState<QuoteErrors>(found ?? {});
  const [refusals, setRefusals] = useState(found ? 1 : 0);

  const validate = useCallback(() => {
    const now = form.current ? faults(form.current) : {};
    setErrors(now);
    setRefused((before) => pick(before, (name) => name in now));
    setValid(Object.keys(now).length === 0);
    return now;
  }, [form]);

  const refuse = useCallback((because: QuoteErrors) => {
    setErrors(because);
    setTouched(new Set(FIELDS));
    setRefused(because);
    setRefusals((count) => count + 1);
  }, []);

  useEffect(() => {
    if (form.current) setValid(Object.keys(faults(form.current)).length === 0);
    if (found) refuse(found);
  }, [form, found, refuse]);

  /** @returns whether the form may be sent; if not, every field counts as touched from now on */
  const canSubmit = () => {
    const now = validate();
    if (Object.keys(now).length === 0) return true;
    refuse(now);
    return false;
  };

  const touch = (name: FieldName) => {
    setTouched((before) => new Set(before).add(name));
    validate();
  };

  const pressing = usePressing();
  /**
   * Touches the field that was left. An error that appears while a button is being pressed would move the button from
   * under the pointer and lose the click, so it waits until the pointer is up.
   */
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const name = FIELDS.find((field) => field === event.target.name);
    if (!name) return;
    if (!pressing.current) return touch(name);
    addEventListener("pointerup", () => setTimeout(() => touch(name)), { once: true });
  };

  /** An empty form, whatever its fields began with. */
  const reset = useCallback(() => {
    for (const name of FIELDS) {
      const control = form.current?.elements.namedItem(name);
      if (control && "value" in control) control.value = "";
    }
    setErrors({});
    setTouched(new Set());
    setRefused({});
    setValid(false);
  }, [form]);

  return {
    shown: pick(errors, (name) => touched.has(name)),
    refused,
    refusals,
    valid,
    validate,
    canSubmit,
    onBlur,
    reset,
  };
}

/** Whether a pointer is down anywhere. */
function usePressing(): RefObject<boolean> {
  const pressing = useRef(false);
  useIsomorphicLayoutEffect(() => {
    // It may have gone down just before React ran.
    pressing.current = document.documentElement.matches(":active");
    const note = (event: Event) => {
      pressing.current = event.type === "pointerdown";
    };
    const events = ["pointerdown", "pointerup", "pointercancel"];
    for (const name of events) addEventListener(name, note, true);
    return () => {
      for (const name of events) removeEventListener(name, note, true);
    };
  }, []);
  return pressing;
}
