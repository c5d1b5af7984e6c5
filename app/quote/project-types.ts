import { SERVICES } from "~/contractor/services";

/** The choices of the form. "other" is a project type, but no service. */
export const PROJECT_TYPES: readonly { id: string; label: string }[] = [
  ...Object.entries(SERVICES).map(([id, { title }]) => ({ id, label: title })),
  { id: "other", label: "Other" },
];

const labelOf = (id: string) => PROJECT_TYPES.find((type) => type.id === id)?.label;

/** A project type's name for the owner and the visitor. One that the visitor made up is shown as it is. */
export const projectTypeLabel = (id: string) => labelOf(id) ?? id;

/** The same for a log or a message, which must not repeat what a visitor made up. */
export const publicProjectType = (id: string) => labelOf(id) ?? "another service";
