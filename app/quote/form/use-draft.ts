import { useLocation } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { differs, restoreTyped } from "~/hydration/pre-hydration-input";
import { restoreDraft, saveDraft } from "~/quote/form/draft";
import { useIsomorphicLayoutEffect } from "~/quote/form/use-isomorphic-layout-effect";
import type { Outcome } from "~/quote/outcome";

/**
 * Keeps the form's draft, and puts it back when the form is shown again. What the server gave back and what was typed
 * before React ran are newer than any draft.
 *
 * @param validate is told that the form's values have changed
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
  const kept = useRef(false);

  useIsomorphicLayoutEffect(() => {
    if (!form.current) return;
    restoreTyped(form.current);
    if (!given.current) restoreDraft(form.current, preselected.current, differs);
    kept.current = saveDraft(form.current, preselected.current);
  }, []);

  // The modal over the contact page works on the same draft: the form behind it shows what became of it.
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    if (!form.current || !kept.current) return;
    // Nobody has asked for its service again: the type in the form is what was chosen here.
    const chosenHere = ({ name }: { name: string }) => service && name === "projectType";
    restoreDraft(form.current, service, chosenHere);
    validate();
  }, [form, pathname, service, validate]);

  const save = useCallback(() => {
    if (form.current) kept.current = saveDraft(form.current, service);
  }, [form, service]);

  return save;
}
