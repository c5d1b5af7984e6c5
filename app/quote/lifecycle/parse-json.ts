/** The value of a text in JSON; undefined if it is not JSON. */
export function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
