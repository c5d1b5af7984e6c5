import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { INLINE_NONCE } from "~/document/content-security-policy.server";

const END = "</body></html>";

/**
 * Renders a document to a string. It can't be streamed, because the Content-Security-Policy header has the hash of every inline
 * script.
 *
 * @throws the first error of the render
 */
export async function renderDocument(context: EntryContext, url: string): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <RemixServer context={context} url={url} nonce={INLINE_NONCE} />,
      {
        // React calls it after a fatal error, too; the stream then fails.
        onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
        onShellError: reject,
        onError: reject,
      },
    );
  });
  // React ends the document before Remix's data scripts, which must be inside the body. React 18 pads its buffer with NUL, which
  // HTML forbids, where a multi-byte character does not fit. Remix marks links for a discovery of routes that is off here
  // (remix.config.js).
  return html.replace(/\0| data-discover="true"/g, "").replace(END, "") + END;
}
