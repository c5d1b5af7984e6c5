import { createInterface } from "node:readline/promises";
import type { Found } from "~/monitoring/requests-in.server";
import { parseStoredRequest } from "~/quote/outbox/stored-request.server";

const digitsOf = (text: string) => text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

/** Whether a text is a request's email address or phone number, however either is written. */
export function isOf({ text: stored, request = parseStoredRequest(stored) }: Found, text: string): boolean {
  if (!request) return false;
  const { email, phone } = request.request;
  const digits = digitsOf(text);
  const isPhone = digits.length >= 7 && !text.includes("@") && digits === digitsOf(phone);
  return isPhone || email.trim().toLowerCase() === text.trim().toLowerCase();
}

/** Asks on the terminal. Without one the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
