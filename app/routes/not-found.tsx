import { data } from "@remix-run/node";
import { NOT_FOUND } from "~/contractor/shared";
import { ErrorPage } from "~/ui/layout/error-page";

export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <ErrorPage {...NOT_FOUND} />;
}
