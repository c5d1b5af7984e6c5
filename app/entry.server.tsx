import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { withPolicy } from "~/document/content-security-policy.server";
import { withCriticalCss } from "~/document/inline-css.server";
import { withPageScript } from "~/document/page-script.server";
import { renderDocument } from "~/document/render-document.server";
import { acceptsGzip } from "~/http/cache/cached-response.server";
import { CLIENT_ADDRESS } from "~/http/client-address.server";
import { errorResponse } from "~/http/error-response.server";
import { takeAnswerTurn } from "~/http/turns.server";
import { deferHydration } from "~/hydration/defer-hydration.server";
import { logFault } from "~/log/log.server";
import { isHeld } from "~/quote/outcome";
import { start } from "~/start/start.server";
import { OPEN_NOW_SCRIPT } from "~/ui/layout/open-now.server";
import { controlVideo } from "~/ui/sections/control-video";
import { ERROR_TITLE, isQuotePath } from "~/urls/quote-urls";

// Imports the build by the URL of this module, which is part of it: another URL would load it twice.
await start(() => import(import.meta.url));

const CONTROL_VIDEO_SCRIPT = `(${controlVideo})(document.querySelector("video"))`;

/** Express would compress only as fast as the client reads. */
const compress = promisify<string, Buffer>(gzip);

/**
 * How long Remix waits for promises in a page's data, in milliseconds. The site uses none, but Remix's timer delays a shutdown by this
 * long.
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
  // In development, live reload needs React immediately, and `makeCriticalCss` cannot process the nested stylesheet.
  const development = process.env.NODE_ENV === "development";
  const { pathname, searchParams } = new URL(request.url);
  // The modal and a page with an outcome need React immediately. The contact form can wait for the first interaction.
  const immediately = isQuotePath(pathname) || isAnswer || searchParams.has("sent");
  const [document, hydration] = development
    ? [rendered, ""]
    : deferHydration(withCriticalCss(rendered), immediately);
  const video = document.includes("<video ") ? CONTROL_VIDEO_SCRIPT : "";
  const page = withPageScript(document, [hydration, OPEN_NOW_SCRIPT, video]);
  // React does the same after hydration: see `QuoteForm`.
  const rejected = isAnswer && status >= 400 && status !== 404 && !held;
  const { html, policy } = withPolicy(rejected ? page.replace("<title>", `<title>${ERROR_TITLE}`) : page);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  headers.set("Cache-Control", "no-cache, no-transform");
  headers.set("Vary", "Accept-Encoding");
  if (!acceptsGzip(request.headers.get("accept-encoding"))) return new Response(html, { status, headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(new Uint8Array(await compress(html)), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logFault(error, request.method);
};
