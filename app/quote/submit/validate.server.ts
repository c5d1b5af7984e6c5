import * as z from "zod";
import { FIELDS, type FieldName, type QuoteErrors, type QuoteValues, RULES } from "~/quote/request";

const field = (name: FieldName) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const error = RULES[name]?.(text);
      if (error) context.addIssue(error);
    });

const quoteSchema = z.object(
  Object.fromEntries(FIELDS.map((name) => [name, field(name)])) as Record<FieldName, z.ZodString>,
);

/** Validates and trims a request by the browser's rules. The browser does without zod, which would cost it 5 KB. */
export function validate(
  values: QuoteValues,
): { request: QuoteValues; errors?: never } | { request?: never; errors: QuoteErrors } {
  const result = quoteSchema.safeParse(values);
  if (result.success) return { request: result.data };
  const errors: QuoteErrors = {};
  for (const issue of result.error.issues) errors[issue.path[0] as FieldName] ??= issue.message;
  return { errors };
}
