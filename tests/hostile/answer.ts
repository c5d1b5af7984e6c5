/** One answer as it came over the wire. `headers` keeps order, spelling of values and repetitions; names are in lower case. */
export type Answer = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** False when the connection ended before the body did. */
  whole: boolean;
};

export const headersOf = ({ headers }: Answer, name: string) =>
  headers.filter(([other]) => other === name).map(([, value]) => value);

/**
 * Cuts what a connection carried into answers. Interim answers (100 Continue) are left out.
 *
 * @param methods of the requests in the order sent: the answer to a HEAD has no body
 * @param ended whether the server has closed, which ends a body of no stated length
 * @returns the answers so far; the last may not be `whole`. Throws on bytes that are no HTTP.
 */
export function readAnswers(bytes: Buffer, methods: readonly string[], ended: boolean): Answer[] {
  const answers: Answer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end < 0) {
      if (ended) throw new Error("an answer ends within its headers");
      break;
    }
    const [first = "", ...lines] = bytes.toString("latin1", at, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(first)?.[1]);
    if (!status) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 80))}`);
    at = end + 4;
    if (status < 200) continue;
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new Error(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const answer: Answer = { status, headers, body: Buffer.alloc(0), whole: true };
    const method = methods[Math.min(answers.length, methods.length - 1)];
    answers.push(answer);
    if (method === "HEAD" || status === 204 || status === 304) continue;
    at = readBody(answer, bytes, at, ended);
  }
  return answers;
}

/** Fills in the body; returns where the next answer begins. */
function readBody(answer: Answer, bytes: Buffer, at: number, ended: boolean): number {
  if (headersOf(answer, "transfer-encoding").includes("chunked")) return readChunks(answer, bytes, at);
  const [length] = headersOf(answer, "content-length");
  const end = length === undefined ? bytes.length : at + Number(length);
  answer.body = bytes.subarray(at, end);
  answer.whole = length === undefined ? ended : end <= bytes.length;
  return Math.min(end, bytes.length);
}

function readChunks(answer: Answer, bytes: Buffer, start: number): number {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const line = bytes.indexOf("\r\n", at);
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, line), 16);
    answer.whole = line + 4 + size <= bytes.length;
    if (!answer.whole) at = bytes.length;
    else {
      parts.push(bytes.subarray(line + 2, line + 2 + size));
      at = line + 4 + size;
    }
    answer.body = Buffer.concat(parts);
    if (!answer.whole || size === 0) return at;
  }
}
