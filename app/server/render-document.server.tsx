import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

const END = "</body></html>";

/**
 * Renders a whole document to one string. Not `renderToString`: that does not wait for the data that Remix streams, and
 * the page would not hydrate.
 *
 * @param timeoutMs after which waiting parts are given up
 * @throws what the render threw
 */
export function renderDocument(document: ReactElement, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(part, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(dataInsideBody(Buffer.concat(parts).toString("utf8")));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(document, {
      onAllReady() {
        clearTimeout(timer); // Left running, it would hold up the process's end.
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError: reject,
    });
    const timer = setTimeout(abort, timeoutMs);
  });
}

/** React closes the document before Remix's data scripts; HTML wants them inside the body. */
function dataInsideBody(html: string): string {
  const end = html.indexOf(END);
  if (end < 0 || html.endsWith(END)) return html;
  return html.slice(0, end) + html.slice(end + END.length) + END;
}
