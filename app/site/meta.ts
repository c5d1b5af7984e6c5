import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { SiteFacts } from "~/site/business";

/** A page's title ("Title | company") and description; the company's name comes from the root loader. */
export function pageMeta(title: string, description?: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const root = matches.find(({ id }) => id === "root")?.data as SiteFacts | undefined;
    const meta: MetaDescriptor[] = [{ title: root ? `${title} | ${root.business.name}` : title }];
    if (description) meta.push({ name: "description", content: description });
    return meta;
  };
}
