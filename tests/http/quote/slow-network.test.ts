import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { NAME, startSlowDoor, TWO_ADDRESSES } from "../../slow-door";
import { byMail, forwarder, freshServices, mail, post, start, taken } from "../services";

freshServices();

/** Reaches a service a second after it asked. */
async function slowly(url: string) {
  const { port } = new URL(url);
  const door = await startSlowDoor(Number(port));
  onTestFinished(async () => void (await door.close()));
  return { open: door.open, url: url.replace(`127.0.0.1:${port}`, `${NAME}:${door.port}`) };
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);
if (!hasIpv6) console.warn("SKIPPED: this machine has no IPv6, so no service can have two addresses.");

it.skipIf(!hasIpv6)(
  "quote: both channels accept it when they have two addresses and connect in 1 s",
  async () => {
    const [service, mailServer] = await Promise.all([slowly(forwarder.url), slowly(mail.url)]);
    const site = await start({
      ...{ ...byMail(), ...TWO_ADDRESSES },
      ...{ FORWARD_URL: service.url, SMTP_URL: mailServer.url, MAIL_AFTER_S: "0" },
    });
    const answered = post(site);
    await sleep(300); // By then it has asked to connect, unless the machine is slow, and asks again after a second.
    service.open();
    mailServer.open();
    expect((await answered).status).toBe(303);
    await vi.waitFor(() =>
      expect([taken(), mail.received]).toEqual([[expect.anything()], [expect.anything()]]),
    );
    expect(site.events("quote.attempt_failed")).toEqual([]);
  },
);
