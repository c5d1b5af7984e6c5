import { data } from "@remix-run/node";
import { titleMeta } from "~/site/pages";
import { NOT_FOUND } from "~/site/story";
import { ErrorPage } from "~/ui/error-page";

export const meta = titleMeta(NOT_FOUND.title);

export const loader = () => data(null, { status: 404 });

/** A form posted to an address that is none gets the same page. */
export const action = loader;

export default function NotFound() {
  return <ErrorPage {...NOT_FOUND} />;
}
