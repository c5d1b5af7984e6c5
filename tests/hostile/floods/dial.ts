import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { RunningProxy } from "../../proxies";

/** Opens a connection from one of the machine's loopback addresses, straight to the site or through a proxy. */
export type Dial = (from?: string) => Duplex;

export const direct =
  (port: number): Dial =>
  (from) =>
    connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true });

export function through({ url, cert }: Pick<RunningProxy, "url" | "cert">): Dial {
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
