import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FormKind } from "~/quote/fields";
import { saveDraft, useDraft } from "~/quote/form/draft";
import { ErrorSummary } from "~/quote/form/error-summary";
import { Fields } from "~/quote/form/fields";
import { FailureLine, FailureMessage, isFailure } from "~/quote/form/messages";
import { useFormValidation } from "~/quote/form/use-form-validation";
import { isHeld } from "~/quote/outcome";
import { useRequest } from "~/quote/receipt/receipt";
import { ERROR_TITLE } from "~/urls/quote-urls";

/** The form of the modal and of the contact page. Without JavaScript the server validates, and returns values and errors. */
export function QuoteForm(props: {
  form: FormKind;
  action: string;
  /** The service to preselect: its id, or "". */
  service: string;
  submitLabel: string;
  cancel?: ReactNode;
}) {
  const { form: kind, action, service, submitLabel, cancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const { Form, sending, posted, outcome: last } = useRequest();
  /** False for the contact page's form while a modal is open over it. */
  const inFront = action.split("?", 1)[0] === useLocation().pathname;
  const outcome = inFront ? last : undefined;
  const { shown, announcement, invalidFields, rejectionCount, isInvalid, validate, canSubmit, onBlur } =
    useFormValidation(form, outcome, outcome === posted);
  useDraft(form, service, posted, inFront);
  // The server does the same for its documents.
  const isErrorInTitle = (invalidFields.length > 0 || (isFailure(outcome) && !isHeld(outcome))) && inFront;
  useEffect(() => {
    if (!isErrorInTitle) return;
    document.title = ERROR_TITLE + document.title;
    return () => {
      document.title = document.title.replace(ERROR_TITLE, "");
    };
  }, [isErrorInTitle]);
  const id = (name: string) => `${kind}-${name}`;

  return (
    <Form
      method="post"
      action={action}
      ref={form}
      className="quote-form"
      noValidate
      onInput={() => {
        validate();
        if (form.current) saveDraft(form.current, service);
      }}
      onBlur={onBlur}
      onSubmit={(event) => {
        if (sending || !canSubmit()) event.preventDefault();
      }}
    >
      {isFailure(outcome) ? <FailureMessage outcome={outcome} submitLabel={submitLabel} /> : null}
      <ErrorSummary invalidFields={invalidFields} rejectionCount={rejectionCount} errors={shown} id={id} />
      <Fields id={id} errors={shown} outcome={outcome} service={service} sending={sending} />
      {isFailure(outcome) && !isHeld(outcome) ? <FailureLine outcome={outcome} hidden={sending} /> : null}
      {/* Always rendered: screen readers announce changes only in an existing live region. */}
      <p className="visually-hidden" role="status">
        {sending ? "Sending..." : announcement}
      </p>
      <div className="form-buttons">
        <button
          className={`button${sending ? " sending" : isHeld(outcome) ? " button-secondary" : ""}`}
          type="submit"
          aria-disabled={sending || isInvalid || undefined}
        >
          {sending ? "Sending..." : submitLabel}
        </button>
        {cancel}
      </div>
    </Form>
  );
}
