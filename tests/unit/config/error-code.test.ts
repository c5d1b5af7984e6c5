import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { errorCode } from "~/log/error-code";
import { freePort } from "../../start-site";

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);

it("is the system's code", () => {
  expect(errorCode(error("no space", { code: "ENOSPC" }))).toBe("ENOSPC");
});

it("is the code behind a fetch that failed", async () => {
  const thrown = await fetch(`http://127.0.0.1:${await freePort()}`).catch((reason: unknown) => reason);
  expect(errorCode(thrown)).toBe("ECONNREFUSED");
});

it("is TimeoutError for a request that took too long, and not the number 23", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const thrown = await fetch(url, { signal: AbortSignal.timeout(20) }).catch((reason: unknown) => reason);
  expect(errorCode(thrown)).toBe("TimeoutError");
  server.closeAllConnections();
  server.close();
});

it("is the name of an error without a code, and never its message", () => {
  expect(errorCode(new TypeError("renee@example.com is not a function"))).toBe("TypeError");
});
