import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { OWN_SCRIPT } from "~/document/content-security-policy.server";

const END = "</body></html>";

/** JSON in a script, with what would end the script or a line of it spelled out. */
const inScript = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Renders a whole document. Its data stands last in the body, in the scripts from which Remix's browser side reads it:
 * left to Remix, React would wait for them as for parts of a page that is still being made. See decision 23.
 *
 * @throws what the render threw
 */
export async function renderDocument(context: EntryContext, url: string): Promise<string> {
  const { serverHandoffStream, ...withoutData } = context;
  const html = renderToString(<RemixServer context={withoutData} url={url} />);
  const data = inScript(JSON.stringify(await new Response(serverHandoffStream).text()));
  const script = (text: string) => `<script nonce="${OWN_SCRIPT}">${text}</script>`;
  const stream = "window.__remixContext.streamController";
  const scripts = script(`${stream}.enqueue(${data});`) + script(`${stream}.close();`);
  return `<!DOCTYPE html>${html.replace(END, () => scripts + END)}`;
}
