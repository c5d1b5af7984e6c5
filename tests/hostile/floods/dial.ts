import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { RunningProxy } from "../../proxies";

/** Opens a connection from one of the machine's loopback addresses, straight to the site or through a proxy. */
export type Dial = (from?: string) => Duplex;

const direct =
  (port: number): Dial =>
  (from) =>
    connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true });

/** Where a site is: straight at its port, or behind a proxy. */
export type Target = { port: number; proxy?: Pick<RunningProxy, "url" | "cert"> };
export const dialTo = ({ port, proxy }: Target): Dial => (proxy ? through(proxy) : direct(port));

function through({ url, cert }: Pick<RunningProxy, "url" | "cert">): Dial {
  const ca = readFileSync(cert);
  const port = Number(new URL(url).port);
  return (from) =>
    connectTls({
      port,
      host: "127.0.0.1",
      servername: "localhost",
      ca,
      ...{ localAddress: from },
    });
}
