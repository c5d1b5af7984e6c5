import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { type Forwarder, startForwarder } from "../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../mail-server";
import { type Site, startSite } from "../start-site";
import { FORM, postForm } from "./post";

/** A stand-in for the forwarding service, a mail server, and sites that send to them. */

export let forwarder: Forwarder;
export let mail: MailServer;

/** For the tests of the file that calls this; each begins with services that accept, and have got nothing. */
export function freshServices() {
  beforeAll(async () => {
    [forwarder, mail] = await Promise.all([startForwarder(), startMailServer()]);
  });
  beforeEach(() => {
    forwarder.reset();
    mail.behave("accept");
    mail.received.length = 0;
  });
  afterAll(() => Promise.all([forwarder.close(), mail.close()]));
}

/** Waits short enough to be waited for; what nobody tried yet is taken up 5 s after the attempt's own time. */
export const SHORT = { REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "3000" };
export const byMail = () => ({ SMTP_URL: mail.url, MAIL_TO: "owner@dig.example", REPORT_DAY: "none" });

/** A site of this test alone. */
export async function start(more: Record<string, string> = {}): Promise<Site> {
  const site = await startSite({ FORWARD_URL: forwarder.url, ...more });
  onTestFinished(() => site.end());
  return site;
}

let visitors = 0;
/** Another visitor each time: the same request sent again within the hour would rightly not be sent. */
export const newRequest = (more: Partial<typeof FORM> = {}) => ({
  ...{ ...FORM, fullName: `Renée ${++visitors}`, projectLocation: `${visitors} Road` },
  ...more,
});
export const post = ({ url }: Site, request: Record<string, string> = newRequest(), path = "/quote") =>
  postForm(url, path, request);

/** Where the requests are that the service took, in order. */
export const taken = () =>
  forwarder.received
    .filter(({ mode }) => mode === "json-true" || mode === "slow")
    .map(({ fields }) => fields.find(([name]) => name === "project_location")?.[1]);

export const inFolder = async ({ outboxDir }: Pick<Site, "outboxDir">, place: "new" | "sent") =>
  (await readdir(join(outboxDir, place)).catch(() => [])).filter((name) => !name.startsWith("probe-"));
