import { request } from "node:http";
import { buffer } from "node:stream/consumers";

/** What is sent, byte for byte as browsers send it. "#number#" is another number each time. */

const BROWSER =
  `User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
Accept-Language: en-US,en;q=0.9
Sec-Fetch-Dest: document
Sec-Fetch-Mode: navigate
Sec-Fetch-Site: same-origin
Upgrade-Insecure-Requests: 1`.replaceAll("\n", "\r\n");

export const get = (path: string, encodings = "gzip, deflate, br, zstd") =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: ${encodings}\r\n${BROWSER}\r\n\r\n`;

const post = (path: string, type: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${BROWSER}\r\n\r\n${body}`;

const FIELDS = {
  fullName: "Bench Visitor",
  email: "bench@example.com",
  phone: "(269) 555-0188",
  projectType: "pool-excavation",
  projectLocation: "#number# Bench Road",
  additionalNotes: "A pool of thirty by fifteen feet",
};

export const quote = post(
  "/quote",
  "application/x-www-form-urlencoded",
  new URLSearchParams(FIELDS).toString().replace("%23number%23", "#number#"),
);

/** Nine fields of the same length as those that the site sends on. */
export const relayed = (path: string) => {
  const fields = {
    _subject: "New Quote Request from Website",
    _captcha: "false",
    _template: "table",
    ...FIELDS,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return post(path, "multipart/form-data; boundary=bench", `${parts.join("")}--bench--\r\n`);
};

export type Answer = { status?: number; headers: Record<string, string>; body: Buffer };

/** Those that Node adds to an answer by itself. */
const NODES_OWN = ["date", "connection", "keep-alive"];

/** One answer as it comes over the wire, for a peer to send the same. */
export const answerOf = (port: number, path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "br" };
    const asked = request({ port, host: "127.0.0.1", path, headers }, async (answer) => {
      const all = Object.entries(answer.headers).filter(([name]) => !NODES_OWN.includes(name));
      const headers = Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
      resolve({ status: answer.statusCode, headers, body: await buffer(answer) });
    });
    asked.on("error", reject).end();
  });
