import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./start-site";

/** The proxies of deploy/, in front of a site, with the files as they are there but for names, ports and certificates. */
export type RunningProxy = Awaited<ReturnType<typeof run>>;
/** @param names addresses that the name `site` has, for Caddy; needs root */
type Start = (site: string, names?: string[]) => Promise<RunningProxy>;

/** nginx with deploy/nginx.conf. */
const startNginx: Start = async (site) => {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const [http, https] = [await freePort(), await freePort()];
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const ask = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=localhost";
  const names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert];
  execFileSync("openssl", [...ask.split(" "), ...names], { stdio: "ignore" });
  const servers = readFileSync("deploy/nginx.conf", "utf8")
    .replaceAll(/^\s*listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${http};`)
    .replace("listen 443 ", `listen 127.0.0.1:${https} `)
    .replace(/(ssl_certificate) .*;/, `$1 ${cert};`)
    .replace(/(ssl_certificate_key) .*;/, `$1 ${key};`)
    .replace("/var/log/nginx/error.log", "stderr")
    .replace("https://www.example.com$", `https://localhost:${https}$`)
    .replaceAll("www.example.com", "localhost")
    .replace("127.0.0.1:3000", site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const whole = `daemon off; user root; worker_processes 1; error_log stderr crit; pid ${folder}/pid;
    events { worker_connections 4096; } http { ${paths} ${servers} }`;
  writeFileSync(join(folder, "nginx.conf"), whole);
  return run(folder, ["nginx", "-p", folder, "-c", join(folder, "nginx.conf")], { http, https, cert });
};

/** Caddy with deploy/Caddyfile, and a certificate of its own making. */
const startCaddy: Start = async (site, names = []) => {
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  const [http, https] = [await freePort(), await freePort()];
  const ports = `http_port ${http}\n\thttps_port ${https}\n\tadmin off\n\tskip_install_trust\n`;
  const whole = readFileSync("deploy/Caddyfile", "utf8")
    .replace("\tgrace_period", `\t${ports}\tgrace_period`)
    .replace("site:3000", site);
  writeFileSync(join(folder, "Caddyfile"), whole);
  const cert = join(folder, "caddy", "pki", "authorities", "local", "root.crt");
  const command = ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, ["127.0.0.1 localhost", ...names.map((address) => `${address} site`), ""].join("\n"));
  const named = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', hosts];
  return run(folder, [...(names.length > 0 ? named : []), ...command], { http, https, cert });
};

/** A test run that is cut short leaves no server behind. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

type Places = { http: number; https: number; cert: string };

async function run(folder: string, [program = "", ...args]: string[], { http, https, cert }: Places) {
  const SITE_URL = `https://localhost:${https}`;
  const env = { ...process.env, SITE_URL, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let output = "";
  const note = (part: Buffer) => {
    output += part;
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  let ended = false;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve())).then(() => {
    ended = true;
    running.delete(child);
  });
  while (!(existsSync(cert) && (await listens(http)) && (await listens(https)))) {
    if (ended) throw new Error(`${program} ended:\n${output}`);
    await sleep(20);
  }
  return {
    url: SITE_URL,
    http: `http://localhost:${http}`,
    /** The certificate to trust. */
    cert,
    output: () => output,
    /** The files in folders below its own that a process has open, also those without a name by now. */
    spooled: () =>
      spawnSync("find", ["/proc", "-maxdepth", "3", "-lname", `${folder}/*/*`, "-printf", "%l\n"])
        .stdout.toString()
        .split("\n")
        .filter((path) => path.includes("/proxy/")),
    end: async () => {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const isHere = (program: string) =>
  `${process.env.PATH}${delimiter}/usr/sbin`.split(delimiter).some((dir) => existsSync(join(dir, program)));

const ALL: [name: string, start: Start][] = [
  ["nginx", startNginx],
  ["caddy", startCaddy],
];
/** Those that are installed; the others are named. */
export const proxies = ALL.filter(([name]) => isHere(name));
for (const [name] of ALL)
  if (!isHere(name)) console.warn(`\nSKIPPED: the tests behind ${name}, because it is not installed here\n`);
