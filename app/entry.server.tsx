import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { withPolicy } from "~/document/content-security-policy.server";
import { withCriticalCss } from "~/document/inline-css.server";
import { renderDocument } from "~/document/render-document.server";
import { acceptsGzip } from "~/http/cache/cached-response.server";
import { CLIENT_ADDRESS } from "~/http/client-address.server";
import { errorResponse } from "~/http/error-response.server";
import { takeAnswerTurn } from "~/http/turns.server";
import { deferHydration } from "~/hydration/defer-hydration.server";
import { logFault } from "~/log/log.server";
import { isHeld } from "~/quote/outcome";
import { start } from "~/start/start.server";
import { ERROR_TITLE, isQuotePath } from "~/urls/quote-urls";

// The build that this module is a part of, as remix-serve loaded it and not a second time.
await start(() => import(import.meta.url));

/** Not by Express, which compresses only as fast as its client reads. */
const compress = promisify<string, Buffer>(gzip);

/**
 * How long Remix waits for promises in a page's data, in milliseconds. There are none, but its timer runs to its end
 * after the page was sent, and holds up a shutdown that long.
 */
export const streamTimeout = 100;

export default async function handleDocument(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const held = Object.values(context.staticHandlerContext.actionData ?? {}).some(isHeld);
  const isAnswer = request.method === "POST";
  const client = request.headers.get(CLIENT_ADDRESS) ?? "";
  const release = isAnswer ? await takeAnswerTurn(client, request) : undefined;
  if (isAnswer && !release) return errorResponse(held ? 429 : 503);
  const rendered = await renderDocument(context, request.url).finally(release);
  // In development, the page must hear of changes at once, and the stylesheet still has its nesting.
  const development = process.env.NODE_ENV === "development";
  const { pathname, searchParams } = new URL(request.url);
  // A page with the result of a request needs React at once. The contact form can wait for the first interaction.
  const immediately = isQuotePath(pathname) || isAnswer || searchParams.has("sent");
  const page = development ? rendered : deferHydration(withCriticalCss(rendered), immediately);
  // A page that shows a form's errors says so in the title, for screen readers. React does the same.
  const rejected = isAnswer && status >= 400 && status !== 404 && !held;
  const { html, policy } = withPolicy(rejected ? page.replace("<title>", `<title>${ERROR_TITLE}`) : page);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  headers.set("Cache-Control", "no-cache");
  headers.set("Vary", "Accept-Encoding");
  if (!acceptsGzip(request.headers.get("accept-encoding"))) return new Response(html, { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(new Uint8Array(await compress(html)), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logFault(error, request.method);
};
