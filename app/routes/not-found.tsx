import { data } from "@remix-run/node";
import { NOT_FOUND } from "~/contractor/shared";
import { ErrorPage } from "~/ui/layout/error-page";

export const loader = () => data(null, { status: 404 });

/** A form posted to an unknown URL gets the same page. */
export const action = loader;

export default function NotFound() {
  return <ErrorPage {...NOT_FOUND} />;
}
