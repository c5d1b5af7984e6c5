import type { Config } from "~/config/config.server";

/** Where a mail is, and whether that is the spam folder. */
export type Place = { folder: string; isSpam: boolean };

/** Looks once for mails that hold one of `ids`. Throws what `imapflow` throws; see `unsearchable`. */
export type Look = (ids: readonly string[]) => Promise<Map<string, Place>>;

const CONNECT_MS = 15_000;
/** A search in a large mailbox takes its time. */
const SILENT_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const JUNK = "\\Junk";

/**
 * Makes the function that looks in the inbox and the spam folder. A mail found in the inbox is marked as read, and moved
 * to `folder` if one is set. Mail in the spam folder stays there, so the owner can mark it as not spam. Contents are not read.
 *
 * @param stopping breaks a look off: a server that does not respond must not hold up a stop
 */
export function openMailbox({ url, folder }: NonNullable<Config["mailbox"]>, stopping?: AbortSignal): Look {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "imaps:";
  const settings = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  } as const;

  return async function look(ids) {
    const { ImapFlow } = await import("imapflow");
    const found = new Map<string, Place>();
    // It connects only once.
    const client = new ImapFlow(settings);
    client.on("error", () => {}); // The call under way throws it, too.
    const close = () => client.close();
    stopping?.addEventListener("abort", close);

    async function lookIn(path: string, isSpam: boolean): Promise<void> {
      await client.mailboxOpen(path);
      for (const id of ids.filter((one) => !found.has(one))) {
        // By the server's own day, so a day more.
        const query = { since: new Date(Date.now() - 2 * DAY_MS), text: id };
        const mails = await client.search(query, { uid: true });
        if (!mails) throw Object.assign(new Error("no search"), { code: "ESEARCH" });
        if (mails.length > 0) found.set(id, { folder: isSpam ? path : await file(mails), isSpam });
      }
    }

    /** @returns the folder in which the mails are now */
    async function file(mails: number[]): Promise<string> {
      await client.messageFlagsAdd(mails, ["\\Seen"], { uid: true });
      if (!folder) return "INBOX";
      await client.mailboxCreate(folder).catch(() => {}); // If it is not there, the move fails.
      return (await client.messageMove(mails, folder, { uid: true })) ? folder : "INBOX";
    }

    try {
      await client.connect();
      const spam = (await client.list()).find(({ specialUse }) => specialUse === JUNK);
      await lookIn("INBOX", false);
      if (spam) await lookIn(spam.path, true);
      return found;
    } finally {
      stopping?.removeEventListener("abort", close);
      close();
    }
  };
}
