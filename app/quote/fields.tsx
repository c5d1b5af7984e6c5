import { Field } from "~/quote/field";
import { ProjectType } from "~/quote/project-type";
import type { FieldName, QuoteErrors, QuoteValues } from "~/quote/request";

/**
 * What a visitor fills in. Labels and placeholders: Specification, "Quote form".
 *
 * @param values what the server gave back
 * @param service the preselected project type, or ""
 */
export function Fields(props: {
  id: (name: FieldName) => string;
  errors: QuoteErrors;
  values: QuoteValues | undefined;
  service: string;
}) {
  const { id, errors, values, service } = props;
  return (
    <>
      <p className="required-note">Fields with * are required.</p>
      <Field
        name="fullName"
        id={id("fullName")}
        label="Full Name *"
        error={errors.fullName}
        control={(attributes) => (
          <input
            {...attributes}
            type="text"
            required
            autoComplete="name"
            placeholder="Your full name"
            defaultValue={values?.fullName}
          />
        )}
      />
      <Field
        name="email"
        id={id("email")}
        label="Email *"
        error={errors.email}
        control={(attributes) => (
          <input
            {...attributes}
            type="email"
            required
            autoComplete="email"
            spellCheck={false}
            placeholder="name@example.com"
            defaultValue={values?.email}
          />
        )}
      />
      <Field
        name="phone"
        id={id("phone")}
        label="Phone *"
        error={errors.phone}
        control={(attributes) => (
          <input
            {...attributes}
            type="tel"
            required
            autoComplete="tel"
            placeholder="(269) 123-4567"
            defaultValue={values?.phone}
          />
        )}
      />
      <Field
        name="projectType"
        id={id("projectType")}
        label="Project Type *"
        error={errors.projectType}
        control={(attributes) => (
          <ProjectType {...attributes} required defaultValue={values?.projectType || service} />
        )}
      />
      <Field
        name="projectLocation"
        id={id("projectLocation")}
        label="Project Location *"
        error={errors.projectLocation}
        control={(attributes) => (
          <input
            {...attributes}
            type="text"
            required
            autoComplete="address-line1"
            placeholder="Project address or general location"
            defaultValue={values?.projectLocation}
          />
        )}
      />
      <Field
        name="additionalNotes"
        id={id("additionalNotes")}
        label="Additional Notes"
        error={errors.additionalNotes}
        control={(attributes) => <textarea {...attributes} rows={4} defaultValue={values?.additionalNotes} />}
      />
    </>
  );
}
