import { SERVICES } from "~/contractor/services";

/** The form's options: each service, and "other". */
export const PROJECT_TYPES: readonly { id: string; label: string }[] = [
  ...Object.entries(SERVICES).map(([id, { title }]) => ({ id, label: title })),
  { id: "other", label: "Other" },
];

const labelOf = (id: string) => PROJECT_TYPES.find((type) => type.id === id)?.label;

/** A project type's label for owner and visitor. An unknown id, which a visitor can put into the URL, is returned as it is. */
export const projectTypeLabel = (id: string) => labelOf(id) ?? id;

/** The same for logs and notifications, which must not contain text of a visitor. */
export const publicProjectType = (id: string) => labelOf(id) ?? "another service";
