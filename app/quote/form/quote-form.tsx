import { Form, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useDraft } from "~/quote/form/draft";
import { ErrorSummary } from "~/quote/form/error-summary";
import { Fields } from "~/quote/form/fields";
import { FailureLine, FailureMessage, isFailure } from "~/quote/form/messages";
import { useFormValidation } from "~/quote/form/use-form-validation";
import { isHeld, type Outcome } from "~/quote/outcome";
import type { FormKind } from "~/quote/request";
import { ERROR_TITLE } from "~/site/quote-urls";

/**
 * The form of the modal and of the contact page. It works without JavaScript: the server validates, keeps the values and
 * shows the errors. React does the same before anything is sent.
 */
export function QuoteForm(props: {
  form: FormKind;
  action: string;
  /** Of the last submission. */
  outcome: Outcome | undefined;
  /** The service to preselect: its id, or "". */
  service: string;
  /** A request was just sent: empty the form. */
  sent: boolean;
  submitLabel: string;
  /** The Cancel link of the modal. */
  cancel?: ReactNode;
}) {
  const { form: kind, action, outcome, service, sent, submitLabel, cancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const { shown, heard, refused, refusals, valid, validate, canSubmit, onBlur, reset } = useFormValidation(
    form,
    outcome,
  );
  const navigation = useNavigation();
  const sending = navigation.formMethod === "POST" && navigation.formAction === action;
  const { state, pathname } = useLocation();
  const save = useDraft(form, outcome, service, validate);
  // As the server writes it. The title is about the modal's form while one is open.
  const isErrorInTitle =
    (Object.keys(refused).length > 0 || (isFailure(outcome) && !isHeld(outcome))) &&
    action.split("?", 1)[0] === pathname;
  useEffect(() => {
    if (!isErrorInTitle) return;
    document.title = ERROR_TITLE + document.title;
    return () => {
      document.title = document.title.replace(ERROR_TITLE, "");
    };
  }, [isErrorInTitle]);
  const id = (name: string) => `${kind}-${name}`;

  // A preselected service sets the project type when it changes. Closing the modal over the
  // contact page changes nothing for the form behind it.
  const preselected = useRef(service);
  useEffect(() => {
    if (!service || preselected.current === service) return;
    preselected.current = service;
    const type = form.current?.elements.namedItem("projectType");
    if (type instanceof HTMLSelectElement) type.value = service;
    validate();
  }, [service, validate]);

  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending && sent) reset();
    wasSending.current = sending;
  }, [sending, sent, reset]);

  return (
    <Form
      method="post"
      action={action}
      ref={form}
      className="quote-form"
      noValidate
      replace
      preventScrollReset
      state={state}
      onInput={() => {
        validate();
        save();
      }}
      onBlur={onBlur}
      onSubmit={(event) => {
        if (sending || !canSubmit()) event.preventDefault();
      }}
    >
      <FailureMessage outcome={outcome} submitLabel={submitLabel} />
      <ErrorSummary errors={refused} refusals={refusals} id={id} />
      <Fields id={id} errors={shown} outcome={outcome} service={service} />
      <FailureLine outcome={outcome} sending={sending} />
      {/* Screen readers announce what comes into it only if it was there before. */}
      <p className="visually-hidden" role="status">
        {sending ? "Sending..." : heard}
      </p>
      <div className="form-buttons">
        <button
          className="button"
          type="submit"
          aria-disabled={sending || valid === false ? true : undefined}
        >
          {sending ? "Sending..." : submitLabel}
        </button>
        {cancel}
      </div>
    </Form>
  );
}
