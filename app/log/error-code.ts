type Coded = Error & { code?: unknown };

/**
 * The code of an error ("ECONNREFUSED"), or its name. Log nothing else of an error: its message may hold an address, a
 * password or what a visitor typed.
 */
export function errorCode(error: unknown): string {
  const { code, name, cause } = error as Coded;
  // A DOMException's code is a number, and only its name says something: 23 is a TimeoutError.
  if (typeof code === "string") return code;
  // `fetch` throws a TypeError around the error of the network.
  return cause instanceof Error ? errorCode(cause) : name;
}
