import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { INLINE_NONCE } from "~/document/content-security-policy.server";

const END = "</body></html>";

/**
 * Renders a whole document, as Remix's default entry does it for bots. It is sent when it is complete, because its
 * policy names its scripts by their hashes.
 *
 * @throws what the render threw
 */
export async function renderDocument(context: EntryContext, url: string): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <RemixServer context={context} url={url} nonce={INLINE_NONCE} />,
      {
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
        onError: reject,
      },
    );
  });
  // React closes the document before Remix's data scripts; HTML wants them inside the body.
  // Where a character of several bytes meets the end of its buffer, React 18 pads with NUL, which HTML must not hold.
  return html.replaceAll("\0", "").replace(END, "") + END;
}
