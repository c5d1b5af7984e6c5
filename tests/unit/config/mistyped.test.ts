import { expect, it } from "vitest";
import { mistyped } from "~/config/mistyped.server";

it.each([
  ["OUTBOX_DIRR", "OUTBOX_DIR"],
  ["FROWARD_URL", "FORWARD_URL"],
  ["KEEPSENT_DAYS", "KEEP_SENT_DAYS"],
  ["smtp_url", "SMTP_URL"],
])("%s is probably meant as %s", (given, meant) => {
  expect(mistyped({ [given]: "x", PORT: "3000" })).toEqual([[given, meant]]);
});

it("a name of another program, of an older version, or a setting itself is not suspected", () => {
  const names = "PATH HOSTS POST HOME LOGNAME MAIL SITE_NAME VALKEY_URL MAILBOX_URL SITE_URL".split(" ");
  expect(mistyped(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
});
