import { useLocation } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { differs, restoreTyped } from "~/hydration/pre-hydration-input";
import { restoreDraft, saveDraft } from "~/quote/form/draft";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";
import type { Outcome } from "~/quote/outcome";

/**
 * Restores the draft when the form appears. Values from the server and input from before hydration are newer than any
 * draft.
 *
 * @returns a function that saves the draft
 */
export function useDraft(
  form: RefObject<HTMLFormElement>,
  outcome: Outcome | undefined,
  service: string,
  validate: () => void,
) {
  const { pathname } = useLocation();
  const given = useRef(outcome?.values !== undefined);
  const preselected = useRef(service);
  const saved = useRef(false);

  useIsomorphicLayoutEffect(() => {
    if (!form.current) return;
    restoreTyped(form.current);
    if (!given.current) restoreDraft(form.current, preselected.current, differs);
    saved.current = saveDraft(form.current, preselected.current);
  }, []);

  // The modal over the contact page edits the same draft. When it closes, update the form behind it.
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    if (!form.current || !saved.current) return;
    // This form's service was not requested again, so the type chosen in the form stays.
    restoreDraft(form.current, service, ({ name }) => service && name === "projectType");
    validate();
  }, [form, pathname, service, validate]);

  return useCallback(() => {
    if (form.current) saved.current = saveDraft(form.current, service);
  }, [form, service]);
}
