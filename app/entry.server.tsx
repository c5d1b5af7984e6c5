import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { log } from "~/config/log.server";
import { withPolicy } from "~/document/content-security-policy.server";
import { renderDocument } from "~/document/render-document.server";
import { installFront } from "~/http/attach.server";
import { answerFromMemory } from "~/http/cache/from-memory.server";
import { holdsForm, reactOnIntent } from "~/hydration/defer-hydration.server";
import { announceStart } from "~/quote/announce-start.server";
import { places, sayTrouble, startRedelivery } from "~/quote/quote-service.server";

installFront();
// The build that this module is a part of, as it was loaded and not a second time.
answerFromMemory(() => import(import.meta.url));
announceStart(places, sayTrouble);
startRedelivery();

/**
 * How long Remix waits for promises in a page's data, in milliseconds. There are none, so it waits for nothing; but the
 * timer that it sets for this runs to its end after the page has gone out, and holds up a stop that long.
 */
export const streamTimeout = 100;

export default async function handleDocument(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const rendered = await renderDocument(context, request.url);
  // In development the page must hear at once of a change.
  const development = process.env.NODE_ENV === "development";
  const page = development ? rendered : reactOnIntent(rendered, holdsForm(new URL(request.url).pathname));
  // What a form was answered with says so first, in the title, to who only hears it. React does the same.
  const refused = request.method === "POST" && status >= 400 && status !== 404;
  const titled = refused ? page.replace("<title>", "<title>Error: ") : page;
  const { html, policy } = withPolicy(titled);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  headers.set("Cache-Control", "no-cache");
  return new Response(Buffer.from(html), { status, headers });
}

/** Faults of the site itself. The message may quote what a visitor sent, so only the name and the place are logged. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { name, stack } = error instanceof Error ? error : new Error("not an Error");
  const place = stack?.split("\n").find((line) => line.trim().startsWith("at "));
  log("error", "site.fault", { method: request.method, fault: name, place: place?.trim() });
};
