import { createServer, type RequestListener, type Server } from "node:http";

/** The first socket that systemd passes, by sd_listen_fds(3). */
const FIRST_SOCKET = 3;

type Express = { application: { listen: (this: RequestListener, ...args: never[]) => Server } };

/**
 * Where systemd keeps the listening socket (deploy/excavation-website.socket), visitors who come during a restart wait
 * instead of being refused. remix-serve knows only a port, so its Express gets a `listen` that takes that socket.
 */
export function takeSystemdSocket({ application }: Express): void {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS !== "1") return;
  application.listen = function (...args) {
    return createServer(this).listen({ fd: FIRST_SOCKET }, args.at(-1));
  };
}
