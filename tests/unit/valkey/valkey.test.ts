import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openValkey, type Valkey } from "~/quote/valkey/connection.server";
import { keysOf } from "~/quote/valkey/keys.server";
import { makeValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";
import { noValkey, startValkey, type ValkeyServer } from "../../valkey-server";
import { sampleRequest } from "../submit/sample-request";

const ended: (() => unknown)[] = [];
afterEach(() => ended.splice(0).map((end) => end()));

async function open(url: string) {
  const events: string[] = [];
  const valkey: Valkey = await openValkey(url, (_, event) => events.push(event));
  ended.push(() => {
    valkey.stop();
    valkey.client.disconnect();
  });
  return { valkey, events };
}

/** Answers as a Valkey that still loads its disk, until `loaded`. */
async function startLoading() {
  let loading = 1;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("data", (data) => {
      // Each command is an array, and begins with `*`.
      for (const command of data.toString().split(/^\*/m).slice(1)) {
        const info = `loading:${loading}\r\nloading_eta_seconds:1\r\n`;
        socket.write(/\binfo\r/i.test(command) ? `$${info.length}\r\n${info}\r\n` : "+OK\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const loaded = () => {
    loading = 0;
  };
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, loaded };
}

it("a Valkey that still loads its disk counts as away, until it is done", async () => {
  const server = await startLoading();
  const { valkey, events } = await open(server.url);
  const started = performance.now();
  await expect(valkey.ask((client) => client.get("x"))).rejects.toMatchObject({ code: "EAWAY" });
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(events).toEqual(["valkey.away"]);
  server.loaded();
  await vi.waitFor(() => expect(valkey.isUp()).toBe(true));
  expect(events).toEqual(["valkey.away", "valkey.up"]);
});

it("a connection that is just ending counts as away, not as a refusal", async () => {
  const server = await startLoading();
  server.loaded();
  const { valkey } = await open(server.url);
  await valkey.settled;
  valkey.client.stream.end();
  expect(valkey.client.status).toBe("ready");
  await expect(valkey.ask((client) => client.get("x"))).rejects.toMatchObject({ code: "EAWAY" });
});

describe.skipIf(noValkey)("what Valkey is owed", () => {
  let server: ValkeyServer;
  beforeAll(async () => {
    server = await startValkey();
  });
  afterAll(() => server.end());
  const memory = ({ client }: Valkey, bytes: number) => client.config("SET", "maxmemory", bytes);

  it("stays owed while it is refused, also over a break, and is made good once it is taken", async () => {
    const { valkey } = await open(server.url);
    await valkey.settled;
    await memory(valkey, 1);
    await valkey.defer("x", (client) => client.set("x", "1"));
    await valkey.flushDeferred();
    expect(await valkey.client.get("x")).toBeNull();
    valkey.client.disconnect(true);
    await vi.waitFor(() => expect(valkey.isUp()).toBe(false));
    await vi.waitFor(() => expect(valkey.isUp()).toBe(true));
    await memory(valkey, 0);
    await valkey.flushDeferred();
    expect(await valkey.client.get("x")).toBe("1");
    // Once is enough.
    await valkey.client.del("x");
    await valkey.flushDeferred();
    expect(await valkey.client.get("x")).toBeNull();
  });

  it("the end of a request that Valkey took late does not end an equal one that came meanwhile", async () => {
    const { valkey } = await open(server.url);
    const outbox = makeValkeyOutbox(valkey, "came-again", 30);
    const request = sampleRequest();
    await outbox.store(request);
    await memory(valkey, 1);
    await outbox.accept(request);
    await memory(valkey, 0);
    await outbox.store(request);
    await valkey.flushDeferred();
    expect(await outbox.read(request.id)).toMatchObject({ id: request.id });
    expect(await outbox.states([request.id])).toEqual(["waits"]);
  });

  it("lists many sent requests page by page, each page with a deadline of its own", async () => {
    const { valkey } = await open(server.url);
    const { sent } = keysOf("many");
    await valkey.settled;
    await valkey.client.mset(Array.from({ length: 2_500 }, (_, i) => [sent(`id${i}`), "{}"]).flat());
    const ask = vi.spyOn(valkey, "ask");
    const ids = await makeValkeyOutbox(valkey, "many", 30).ids("sent");
    expect(new Set(ids).size).toBe(2_500);
    expect(ask.mock.calls.length).toBeGreaterThanOrEqual(3);
  });
});
