import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** What the mail server does with a mail. `hang` takes it and never answers, `slow` takes STEP_MS for each step. */
export type MailMode = "accept" | "refuse" | "defer" | "hang" | "slow";

const STEP_MS = 150;

type Received = {
  mail: Email;
  /** The mail as it came, one character a byte. */
  raw: string;
  from: string;
  to: string[];
  user: string | undefined;
  encrypted: boolean;
};

/**
 * A real SMTP server on a free port of the loopback, which keeps what it is sent and answers as a test says. It has no
 * mailbox `nobody`.
 *
 * @param starttls whether it offers encryption, with a certificate that nobody trusts; `url` asks for none
 */
export async function startMailServer({ starttls = false } = {}) {
  const received: Received[] = [];
  let mode: MailMode = "accept";
  let hanging = 0;
  const step = (done: () => void) => void setTimeout(done, mode === "slow" ? STEP_MS : 0);
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100, // Nobody waits for a mail that hangs.
    disabledCommands: starttls ? [] : ["STARTTLS"],
    allowInsecureAuth: true,
    onConnect: (_session, done) => step(done),
    onMailFrom: (_address, _session, done) => step(done),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("nobody@") ? done(new Error("No such user")) : step(done),
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("Wrong password")),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part) => parts.push(part));
      stream.on("end", async () => {
        if (mode === "hang") return void hanging++;
        if (mode !== "accept" && mode !== "slow") {
          return done(Object.assign(new Error("told to"), { responseCode: mode === "refuse" ? 554 : 451 }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(parts);
        const mail = await PostalMime.parse(raw);
        received.push({
          mail,
          raw: raw.toString("latin1"),
          encrypted: session.secure,
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
    url: `smtp://127.0.0.1:${port}?requireTLS=false`,
    received,
    /** How many mails it took and did not answer, since it was told to hang. */
    hanging: () => hanging,
    /** How many connections are open. */
    open: () => server.connections.size,
    behave: (next: MailMode) => {
      mode = next;
      hanging = 0;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
