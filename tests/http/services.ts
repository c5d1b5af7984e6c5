import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, onTestFinished, type TestContext } from "vitest";
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

/** Waits short enough to be waited for; what nobody tried yet is taken up 5 s after the attempt's own 10 s. */
export const SHORT = { REDELIVERY_WAITS_S: "1,1,2" };
const mailTo = ({ url }: MailServer) => ({ SMTP_URL: url, MAIL_TO: "owner@dig.example", REPORT_DAY: "none" });
export const byMail = () => mailTo(mail);

/** A site of this test alone. */
export async function start(more: Record<string, string> = {}): Promise<Site> {
  const site = await startSite({ FORWARD_URL: forwarder.url, ...more });
  onTestFinished(() => site.end());
  return site;
}

/** A site for all tests of the file or `describe` that calls this. It is there when the first one begins. */
export function sharedSite(settings = (): Record<string, string> => ({ FORWARD_URL: forwarder.url })): Site {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(settings());
  });
  afterAll(() => site.end());
  return new Proxy({} as Site, { get: (_, name) => site[name as keyof Site] });
}

export type Finish = Pick<TestContext, "onTestFinished">;

/** Services, and sites that send to them, of one test alone: it may run beside others. */
export async function ownServices({ onTestFinished }: Finish, settings: Record<string, string> = {}) {
  const [forwarder, mail] = await Promise.all([startForwarder(), startMailServer()]);
  onTestFinished(() => void Promise.all([forwarder.close(), mail.close()]));
  const start = async (more: Record<string, string> = {}): Promise<Site> => {
    const site = await startSite({ FORWARD_URL: forwarder.url, ...settings, ...more });
    onTestFinished(() => site.end());
    return site;
  };
  return { forwarder, mail, start, byMail: mailTo(mail), taken: () => takenBy(forwarder) };
}

let visitors = 0;
/** Another visitor each time: the same request sent again within the hour would rightly not be sent. */
export const newRequest = (more: Partial<typeof FORM> = {}) => ({
  ...{ ...FORM, fullName: `Renée ${++visitors}`, projectLocation: `${visitors} Road` },
  ...more,
});
export const post = ({ url }: Site, request: Record<string, string> = newRequest(), path = "/quote") =>
  postForm(url, path, request);

/** Where the requests are that a service took, in order. */
export const takenBy = ({ received }: Pick<Forwarder, "received">) =>
  received
    .filter(({ mode }) => mode === "json-true" || mode === "slow")
    .map(({ fields }) => fields.find(([name]) => name === "project_location")?.[1]);
export const taken = () => takenBy(forwarder);

export const inFolder = async ({ outboxDir }: Pick<Site, "outboxDir">, place: "new" | "sent") =>
  (await readdir(join(outboxDir, place)).catch(() => [])).filter((name) => !name.startsWith("probe-"));
