import { useLoaderData } from "@remix-run/react";
import { termsOfService } from "~/contractor/policies";
import { workPhotos } from "~/ui/sections/photos.server";
import { PolicyPage } from "~/ui/sections/policy-page";

export const loader = () => ({ hasPhotos: workPhotos.length > 0 });

/** Photos change only with a build. */
export const shouldRevalidate = () => false;

export default function TermsOfService() {
  return <PolicyPage policy={termsOfService(useLoaderData<typeof loader>().hasPhotos)} />;
}
