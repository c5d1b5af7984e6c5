import type { SelectHTMLAttributes } from "react";
import { PROJECT_TYPES } from "~/quote/request";

/** The list of project types. A preselected value that is no known id is offered under its raw value. */
export function ProjectType({ defaultValue = "", ...attributes }: SelectHTMLAttributes<HTMLSelectElement>) {
  const known = PROJECT_TYPES.some(({ id }) => id === defaultValue);
  return (
    <select {...attributes} defaultValue={defaultValue}>
      <option value="">Select project type</option>
      {PROJECT_TYPES.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
      {defaultValue && !known ? <option value={defaultValue}>{defaultValue}</option> : null}
    </select>
  );
}
