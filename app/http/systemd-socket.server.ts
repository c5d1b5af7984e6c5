import { createServer, type RequestListener, type Server } from "node:http";

/** The first socket that systemd passes; see sd_listen_fds(3). */
const FIRST_SOCKET = 3;

type Express = { application: { listen: (this: RequestListener, ...args: never[]) => Server } };

/**
 * If systemd holds the listening socket (deploy/excavation-website.socket), visitors wait during a restart instead of
 * being refused. remix-serve accepts only a port, so we replace its Express's `listen` with one that takes the socket.
 */
export function takeSystemdSocket({ application }: Express): void {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS !== "1") return;
  application.listen = function (...args) {
    return createServer(this).listen({ fd: FIRST_SOCKET }, args.at(-1));
  };
}
