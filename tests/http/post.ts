import { request } from "undici";
import { SERVICE } from "../contractor/offered";

export const FORM = {
  fullName: "Renée O’Brien – 水",
  email: "renee@example.com",
  phone: "(269) 555-0188",
  projectType: SERVICE.id,
  projectLocation: "12 Côte Rd",
  additionalNotes: "First\r\nSecond",
};

/** The nine fields that FORM must arrive as, whoever sends it. */
export const ARRIVED = (subject: string, fullName = FORM.fullName) => [
  ["_subject", subject],
  ["_captcha", "false"],
  ["_template", "table"],
  ["full_name", fullName],
  ["email", FORM.email],
  ["phone", FORM.phone],
  ["project_type", FORM.projectType],
  ["project_location", FORM.projectLocation],
  ["additional_notes", FORM.additionalNotes],
];

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** One request, exactly as told: no redirect is followed, no header is added but the client's own. */
export async function ask(
  origin: string,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer | AsyncIterable<Buffer>;
  } = {},
): Promise<Answer> {
  const answer = await request({
    origin,
    path,
    method: (options.method ?? "GET") as "GET",
    headers: options.headers,
    body: options.body as string,
  } as never);
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** Posts a form as a browser without JavaScript does. */
export const postForm = (
  origin: string,
  path: string,
  form: Record<string, string> = FORM,
  headers: Record<string, string> = {},
) =>
  ask(origin, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form).toString(),
  });
