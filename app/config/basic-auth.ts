/**
 * Moves the login from a URL into a header: in the URL, clients drop or refuse it.
 *
 * @param text a URL whose login, if any, is percent-encoded
 * @returns the URL without it, and the header that sends it as Basic authentication (RFC 7617)
 */
export function withoutLogin(text: string): { url: string; headers: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  if (!username && !password) return { url: text, headers: {} };
  url.username = "";
  url.password = "";
  const login = Buffer.from(decodeURIComponent(`${username}:${password}`));
  return { url: url.href, headers: { Authorization: `Basic ${login.toString("base64")}` } };
}
