/**
 * Why a program cannot listen where HOST and PORT say, and what to do; at start and by the doctor.
 *
 * @param {string} code of the error
 * @param {{ host?: string, port: string | number }} where
 * @returns {string}
 */
export function whyNotListening(code, { host, port }) {
  const advice = "Set HOST to an address of this machine, or leave it unset to listen on all of them.";
  /** @type {Record<string, string>} */
  const reasons = {
    EADDRINUSE: `port ${port} is taken. Stop the program that uses it, or set PORT to another one.`,
    EACCES: `this user may not listen on port ${port}. Set PORT to 1024 or more.`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. ${advice}`,
    ENOTFOUND: `HOST=${host} is not found. ${advice}`,
    EAI_AGAIN: `HOST=${host} is not found. ${advice}`,
  };
  return reasons[code] ?? `it cannot listen on port ${port} (${code}). Check HOST and PORT.`;
}
