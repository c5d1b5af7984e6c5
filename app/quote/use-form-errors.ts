import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "~/quote/outcome";
import { FIELDS, type FieldName, type QuoteErrors, readValues, validate } from "~/quote/request";

/**
 * What the form shows of its faults: a field's error only once the field was touched, all of them once somebody tried
 * to send. Before React runs, and without it, these are the errors the server found.
 */
export function useFormErrors(form: RefObject<HTMLFormElement>, outcome: Outcome | undefined) {
  const found = outcome?.kind === "invalid" ? outcome.errors : undefined;
  const [errors, setErrors] = useState<QuoteErrors>(found ?? {});
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(found ? FIELDS : []));
  /** Undefined until React runs: the server cannot know what is typed. */
  const [valid, setValid] = useState<boolean>();
  /** Counts tries to send that failed here or at the server; each one shows the summary and moves focus to it. */
  const [refusals, setRefusals] = useState(found ? 1 : 0);
  const pressing = useRef(false);

  const judge = useCallback(() => {
    const now = form.current ? validate(readValues(new FormData(form.current))).errors : undefined;
    setErrors(now ?? {});
    setValid(!now);
    return !now;
  }, [form]);

  useEffect(() => {
    if (form.current) setValid(!validate(readValues(new FormData(form.current))).errors);
  }, [form]);

  useEffect(() => {
    if (!found) return;
    setErrors(found);
    setTouched(new Set(FIELDS));
    setRefusals((count) => count + 1);
  }, [found]);

  /** @returns whether the form may be sent; if not, every field counts as touched from now on */
  const mayBeSent = () => {
    if (judge()) return true;
    setTouched(new Set(FIELDS));
    setRefusals((count) => count + 1);
    return false;
  };

  const touch = (name: FieldName) => {
    setTouched((before) => new Set(before).add(name));
    judge();
  };

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

  useEffect(() => {
    const down = () => {
      pressing.current = true;
    };
    const up = () => {
      pressing.current = false;
    };
    addEventListener("pointerdown", down, true);
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", up, true);
    return () => {
      removeEventListener("pointerdown", down, true);
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", up, true);
    };
  }, []);

  const reset = useCallback(() => {
    form.current?.reset();
    setErrors({});
    setTouched(new Set());
    setRefusals(0);
    setValid(false);
  }, [form]);

  const shown: QuoteErrors = Object.fromEntries(
    Object.entries(errors).filter(([name]) => touched.has(name as FieldName)),
  );
  return { shown, valid, refusals, judge, mayBeSent, onBlur, reset };
}
