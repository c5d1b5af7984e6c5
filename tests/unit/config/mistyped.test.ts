import { expect, it } from "vitest";
import { meantBy } from "~/config/mistyped.server";

it.each([
  ["OUTBOX_DIRR", "OUTBOX_DIR"],
  ["FROWARD_URL", "FORWARD_URL"],
  ["KEEPSENT_DAYS", "KEEP_SENT_DAYS"],
  ["smtp_url", "SMTP_URL"],
])("%s is probably meant as %s", (given, meant) => {
  expect(meantBy(given)).toBe(meant);
});

it("a name of another program, of an older version, or a setting itself is not suspected", () => {
  const names = "PATH HOSTS POST HOME LOGNAME MAIL SITE_NAME VALKEY_URL MAILBOX_URL SITE_URL".split(" ");
  expect(names.filter(meantBy)).toEqual([]);
});
