import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { places, sayTrouble, startRedelivery } from "~/quote/desk.server";
import { announceStart } from "~/server/announce-start.server";
import { withPolicy } from "~/server/content-security-policy.server";
import { answerFromMemory } from "~/server/from-memory.server";
import { installFront } from "~/server/front.server";
import { log } from "~/server/log.server";
import { holdsForm, reactOnIntent } from "~/server/react-on-intent.server";
import { renderDocument } from "~/server/render-document.server";
import { withSpeculationRules } from "~/server/speculation-rules.server";
import { withTrustedTypes } from "~/server/trusted-types.server";

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
  const { html, policy } = withPolicy(withSpeculationRules(withTrustedTypes(titled)));
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
