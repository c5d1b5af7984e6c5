import { request } from "undici";
import type { FieldName, QuoteValues } from "~/quote/fields";
import { SERVICE } from "../contractor/offered";

/** What a visitor types, in the order of the form. */
export const FORM: QuoteValues = {
  fullName: "Renée O’Brien – 水",
  email: "renee@example.com",
  phone: "(269) 555-0188",
  projectType: SERVICE.id,
  projectLocation: "12 Côte Rd",
  additionalNotes: "First\r\nSecond",
};

/** The field names that the forwarding service must get. */
export const SENT_AS: Record<FieldName, string> = {
  fullName: "full_name",
  email: "email",
  phone: "phone",
  projectType: "project_type",
  projectLocation: "project_location",
  additionalNotes: "additional_notes",
};

/** What must arrive at the forwarding service, with the line breaks of multipart/form-data, whoever sends it. */
export const ARRIVED = (subject: string, values = FORM): [name: string, value: string][] => [
  ["_subject", subject],
  ["_captcha", "false"],
  ["_template", "table"],
  ...Object.entries(SENT_AS).map(([name, sentAs]): [string, string] => [
    sentAs,
    values[name as FieldName].replace(/\r?\n/g, "\r\n"),
  ]),
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
