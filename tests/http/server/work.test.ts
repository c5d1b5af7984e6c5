import { describe, expect, it } from "vitest";
import type { Site } from "../../start-site";
import { ask, FORM, postForm } from "../post";
import { freshServices, sharedSite, start } from "../services";
import { PHONE } from "./attacked-site";
import { flood } from "./flood";
import { bytes, say, values } from "./raw";

/** What one client may cost the others. `npm run test:hostile` does the same with more of it, behind the proxies too. */

/** A page that is rendered for one visitor. */
const OWN = bytes("GET /quote?service=pond");

freshServices();
const quote = ({ url }: Site, fullName: string) => postForm(url, "/quote", { ...FORM, fullName });

describe("work: on one site", () => {
  const site = sharedSite();

  it("a connection: is closed when more than eight of its requests are under way", async () => {
    expect(await say(site.port, OWN.repeat(1_000))).not.toContain("</html>");
    const eight = await say(
      site.port,
      OWN.repeat(7) + bytes("GET /quote?service=pond", "Connection: close\r\n"),
    );
    expect(eight.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(8);
    expect(await site.memory("VmHWM")).toBeLessThan(250);
  });

  it("pages for one visitor: another address waits for two of them, not for all", async () => {
    const { said, end } = await flood(site.port, 30, OWN, "127.0.0.9");
    expect((await ask(site.url, "/quote?service=pond")).status).toBe(200);
    expect(said.filter((text) => text.includes("</html>")).length).toBeLessThan(30);
    end();
  });

  it("forms: a flood of empty ones leaves a valid one its way, and its thanks", async () => {
    const { said, end } = await flood(site.port, 400, bytes("POST /quote", "", ""));
    const { status, headers } = await quote(site, "Sent among empty ones");
    expect(status).toBe(303);
    expect((await ask(site.url, String(headers.location))).text).toContain(
      "Thank you for your quote request",
    );
    await expect.poll(() => said.filter((text) => text.includes("</html>"))).toHaveLength(400);
    expect(said.filter((text) => / (422|503) /.test(text.slice(0, 20)))).toHaveLength(400);
    end();
  });

  it("a body: in chunks of one byte it ends its connection", async () => {
    const chunked = bytes("POST /quote", "Transfer-Encoding: chunked\r\n");
    expect(await say(site.port, chunked + "1\r\na\r\n".repeat(100_000))).toBe("");
    expect((await quote(site, "Sent afterwards")).status).toBe(303);
  });

  it("posts of one accepted request: their log line comes once", async () => {
    for (let time = 0; time < 20; time++) expect((await quote(site, "Again and again")).status).toBe(303);
    expect(site.events("quote.repeated")).toHaveLength(1);
  });
});

it("pages for one visitor: those beyond a short queue get a page that says when to try again", async () => {
  const site = await start();
  const flooding = flood(site.port, 400, OWN, "127.0.0.9");
  await expect.poll(() => site.events("site.overloaded")).toMatchObject([{ level: "warn", code: "work" }]);
  expect((await quote(site, "Sent meanwhile")).status).toBe(303);
  const { said, end } = await flooding;
  await expect.poll(() => said.filter((text) => text.includes("</html>"))).toHaveLength(400);
  const refused = said.filter((text) => text.startsWith("HTTP/1.1 503 "));
  expect(refused.length).toBeGreaterThan(100);
  expect(values(refused[0] ?? "", "retry-after")).toEqual(["60"]);
  expect(refused[0]).toContain(PHONE);
  end();
});
