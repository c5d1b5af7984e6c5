import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { vi } from "vitest";
import { freePort } from "./start-site";

const program = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "dovecot"))
  .find((file) => existsSync(file));
/** Dovecot 2.4 reads another kind of configuration. */
const version = program && execFileSync(program, ["--version"], { encoding: "utf8" });

/** Why the tests with a mailbox are skipped, or undefined where they are not. It is said aloud. */
export const noImap = version?.startsWith("2.3.")
  ? undefined
  : `SKIPPED: the tests with a mailbox, because there is ${version ? `dovecot ${version.trim()}, not 2.3,` : "no dovecot"} here`;
if (noImap) console.warn(`\n${noImap}\n`);

const PASSWORD = "pass/w0rd";
const isRoot = userInfo().uid === 0;
/** Dovecot opens no mailbox as root: Debian's user nobody. */
const OWNER = isRoot ? { uid: 65534, gid: 65534 } : userInfo();
/** Otherwise it runs as who started it, where Debian has two users for that. */
const RUN_AS = isRoot
  ? ""
  : `default_internal_user = ${userInfo().username}
default_internal_group = ${execFileSync("id", ["-gn"], { encoding: "utf8" }).trim()}
default_login_user = ${userInfo().username}`;

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>;

/**
 * A real IMAP server on a free port of the loopback, with one mailbox: an inbox and a spam folder.
 *
 * @param tls only encrypted, with a certificate of its own
 */
export async function startImapServer({ tls = false } = {}) {
  const dir = await mkdtemp(join(tmpdir(), "imap-"));
  chmodSync(dir, 0o755);
  const mailDir = join(dir, "mail");
  const folders = { INBOX: mailDir, Junk: join(mailDir, ".Junk") };
  for (const folder of Object.values(folders))
    for (const at of [folder, ...["new", "cur", "tmp"].map((name) => join(folder, name))]) {
      mkdirSync(at, { recursive: true });
      chownSync(at, OWNER.uid, OWNER.gid);
    }
  const port = await freePort();
  if (tls) makeCertificate(dir);
  await writeFile(join(dir, "dovecot.conf"), configuration(dir, port, tls));
  let child = await run();
  // A test run that is cut short leaves no server behind.
  const kill = () => void child.kill("SIGTERM");
  process.once("exit", kill);

  async function run() {
    const server = spawn(program ?? "", ["-F", "-c", join(dir, "dovecot.conf")], { stdio: "ignore" });
    await vi.waitFor(() => answers(port));
    return server;
  }

  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });

  const login = (password: string) =>
    `${tls ? "imaps" : "imap"}://owner%40dig.example:${encodeURIComponent(password)}@127.0.0.1:${port}`;

  return {
    url: login(PASSWORD),
    wrongUrl: login("wr0ng-pass"),
    /** Who trusts this trusts its certificate. */
    certificate: join(dir, "cert.pem"),
    /** What no log line may hold. */
    secrets: /w0rd|wr0ng|owner(@|%40)dig/,
    /** Puts a mail into a folder, as a mail server does. */
    deliver: async (text: string, folder: "INBOX" | "Junk" = "INBOX") => {
      const encoded = Buffer.from(`<table><tr><td>${text}</td></tr></table>`).toString("base64");
      const head =
        "From: a@b.example\r\nSubject: New\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8";
      const mail = `${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded.replace(/.{76}/g, "$&\r\n")}\r\n`;
      await writeFile(join(folders[folder], "new", `${Date.now()}.${Math.random()}.test`), mail);
    },
    /** The mails in a folder: how many, and how many of them are read. */
    count: async (folder: string) => {
      const at = folder === "INBOX" ? mailDir : join(mailDir, `.${folder}`);
      const names = await Promise.all(["new", "cur"].map((name) => readdir(join(at, name)).catch(() => [])));
      return { all: names.flat().length, read: names.flat().filter((name) => /,\w*S/.test(name)).length };
    },
    stop,
    /** Starts it again on the same port and mails. */
    start: async () => {
      child = await run();
    },
    end: async () => {
      await stop();
      process.off("exit", kill);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Resolves once the port greets; with TLS once it accepts. */
const answers = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(void socket.destroy()));
    socket.once("error", reject);
  });

function makeCertificate(dir: string): void {
  const ask = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=test -days 9";
  const name = ["-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(dir, "key.pem"), "-out", join(dir, "cert.pem")];
  execFileSync("openssl", [...ask.split(" "), ...name, ...files], { stdio: "ignore" });
}

const configuration = (dir: string, port: number, tls: boolean) => `
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
protocols = imap
listen = 127.0.0.1
ssl = ${tls ? `required\nssl_cert = <${dir}/cert.pem\nssl_key = <${dir}/key.pem` : "no"}
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${dir}/mail
first_valid_uid = 1
${RUN_AS}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${OWNER.uid} gid=${OWNER.gid} home=${dir}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${tls ? 0 : port}
  }
  inet_listener imaps {
    port = ${tls ? port : 0}
  }
}
service anvil {
  chroot =
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    auto = create
    special_use = \\Junk
  }
}
`;
