/**
 * Moves the login of a URL, percent-encoded, into a header of Basic authentication (RFC 7617): in the URL, clients drop or refuse it.
 * Without a login there is no header.
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
