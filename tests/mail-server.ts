import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** What the mail server does with a mail. `hang` takes it and never answers. */
export type MailMode = "accept" | "refuse" | "defer" | "hang";

/** A real SMTP server on a free port of the loopback, which keeps what it is sent and answers as it is told. */
export async function startMailServer() {
  const received: { mail: Email; from: string; to: string[]; user: string | undefined }[] = [];
  let mode: MailMode = "accept";
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("Wrong password")),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part) => parts.push(part));
      stream.on("end", async () => {
        if (mode === "hang") return;
        if (mode !== "accept") {
          return done(Object.assign(new Error("told to"), { responseCode: mode === "refuse" ? 554 : 451 }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          mail: await PostalMime.parse(Buffer.concat(parts)),
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          user: session.user,
        });
        done();
      });
    },
  });
  server.on("error", () => {}); // A client that breaks off is part of the tests.
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (next: MailMode) => {
      mode = next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
