import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { parseConfig } from "~/config/config.server";
import { suggestSetting } from "~/config/suggest-setting.server";
import { checkSettings } from "~/monitoring/checks/check-settings.server";
import { envExample, withSettings } from "../../readme-settings";

type Env = Record<string, string>;

const [DAD, MOM] = ["Dad <dad@acme.example>", '"Mom, at home" <mom@acme.example>'];
const FAMILY = { MAIL_TO: `${DAD}, ${MOM},ed@acme.example`, MAIL_FROM: "Acme <site@acme.example>" };
const MAIL = { SMTP_URL: "smtps://u:p@mail.example", MAIL_TO: "owner@dig.example" };
const LIVE = { FORWARD_URL: "https://forms.example/ajax/1f0c9a" };
const NOTICE = { BUSINESS_NOTICE: "Closed", BUSINESS_NOTICE_UNTIL: "2031-11-30" };
/** .env.example with every line uncommented. */
const UNCOMMENTED: Env = Object.fromEntries(
  [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, ...pair]) => pair),
);
const LOGIN = "u%40dig.example:12%23%2F%3F%25";
const CALLED = {
  SMTP_URL: `smtp://${LOGIN}@mail.example:587/?requireTLS=false`,
  MAIL_TO: "owner@dig.example",
  FORWARD_URL: `https://${LOGIN}@forms.example/ajax/owner@dig.example`,
  NOTIFY_URL: `https://${LOGIN}@ntfy.example/topic?a=b`,
  HEARTBEAT_URL: `https://${LOGIN}@hc.example`,
};
const REAL = {
  SITE_URL: "https://my-example.com",
  FORWARD_URL: "https://formsubmit.co/ajax/1f0c9a",
  SMTP_URL: "smtps://me%40example.com:p@mail.example.com.au",
  MAIL_TO: "owner@an.example",
};
const GIVEN = { siteOrigin: "https://a.example", siteUrlGiven: true };
const UNSENT = { mailSettings: undefined, samples: ["SMTP_URL"] };
const SAMPLE = { forwardUrl: undefined, samples: ["FORWARD_URL"] };

const FACEBOOK = "https://www.facebook.com/";
const BUSINESS = {
  name: "Hometown Excavating",
  phone: "(269) 555-0123",
  phoneHref: "tel:+12695550123",
  email: "quotes@hometown-excavating.example",
  address: { poBox: "P.O. Box 100", town: "Anytown", postalCode: "49000" },
  facebookUrl: FACEBOOK,
};
const DEFAULTS = {
  ...{ siteOrigin: "http://localhost:3000", siteUrlGiven: false, trustedProxies: 0, logLevel: "info" },
  ...{ forwardUrl: undefined, forwardTimeoutMs: 10_000, outboxDir: "./outbox", keepSentDays: 30 },
  retryDelaysS: [900, 3_600, 14_400, 43_200, 86_400],
  business: BUSINESS,
  placeholders: expect.objectContaining({ length: 7 }),
};
const NO_BOX = expect.not.objectContaining({ poBox: expect.anything() });
const NO_BOX_NAME = expect.not.arrayContaining(["BUSINESS_PO_BOX"]);
const hasFacebook = expect.arrayContaining(["BUSINESS_FACEBOOK_URL"]);

/** What is set, and what the site makes of it. */
const TAKEN: [env: Env, config: object][] = [
  [{}, DEFAULTS],
  [{ FORWARD_URL: "", PORT: " ", BUSINESS_NAME: "" }, DEFAULTS],
  // Samples.
  [{ FORWARD_URL: "https://formsubmit.co/ajax/<form id>" }, SAMPLE],
  [{ FORWARD_URL: "https://formsubmit.co/ajax/your-form-id" }, SAMPLE],
  [{ ...MAIL, SMTP_URL: `${UNCOMMENTED.SMTP_URL}` }, UNSENT],
  [{ BUSINESS_EMAIL: "info@example.com" }, { business: BUSINESS, samples: ["BUSINESS_EMAIL"] }],
  [{ BUSINESS_FACEBOOK_URL: `${FACEBOOK}...` }, { business: BUSINESS, placeholders: hasFacebook }],
  [
    { BUSINESS_NAME: " Hometown Excavating", BUSINESS_PHONE: "2695550199", BUSINESS_FACEBOOK_URL: "none" },
    { placeholders: ["NAME", "EMAIL", "PO_BOX", "TOWN", "POSTAL_CODE"].map((name) => `BUSINESS_${name}`) },
  ],
  // These are none.
  [REAL, { samples: [], forwardUrl: REAL.FORWARD_URL }],
  [CALLED, { forwardUrl: CALLED.FORWARD_URL, notify: { url: CALLED.NOTIFY_URL } }],
  [{ BUSINESS_FACEBOOK_URL: "none" }, { business: { facebookUrl: undefined }, samples: [] }],
  [MAIL, { mailSettings: { from: MAIL.MAIL_TO, to: [MAIL.MAIL_TO] } }],
  [{ ...MAIL, ...FAMILY }, { mailSettings: { from: FAMILY.MAIL_FROM, to: [DAD, MOM, "ed@acme.example"] } }],
  [{ ...MAIL, SMTP_URL: "smtps://u:a<b>c@mail.acme.example" }, { samples: [] }],
  [{ ...MAIL, MAIL_TO: "<your address>" }, { samples: ["MAIL_TO"] }],
  [{ BUSINESS_NAME: "Joe & Sons\r\n" }, { business: { name: "Joe & Sons" } }],
  [{ BUSINESS_NAME: '"Dig" & Sons' }, { business: { name: '"Dig" & Sons' } }],
  [{ BUSINESS_STREET: "12 Main St" }, { business: { address: NO_BOX }, placeholders: NO_BOX_NAME }],
  [{ BUSINESS_STREET: "a", BUSINESS_PO_BOX: "b" }, { business: { address: { street: "a", poBox: "b" } } }],
  [{ BUSINESS_TOWN: '"' }, { business: { address: { town: '"' } } }],
  [{ REDELIVERY_WAITS_S: "1, 2" }, { retryDelaysS: [1, 2] }],
  [{ KEEP_SENT_DAYS: "0" }, { keepSentDays: 0 }],
  [{ ...LIVE, SITE_URL: "https://a.example" }, GIVEN],
  [{ ...LIVE, SITE_URL: "https://a.example:8443" }, { siteOrigin: "https://a.example:8443" }],
  [{ ...MAIL, SITE_URL: "HTTPS://Dig.Example" }, { siteOrigin: "https://dig.example" }],
];

it.each(TAKEN)("settings: taken when they are %o", (env, config) => {
  expect(parseConfig(env).config).toMatchObject(config);
});

it("settings: samples count as not set and are named when .env.example is copied as it is", () => {
  const { config } = parseConfig(UNCOMMENTED);
  const shown = "SITE_URL FORWARD_URL DATABASE_URL SMTP_URL MAIL_TO MAIL_FROM NOTIFY_URL HEARTBEAT_URL".split(
    " ",
  );
  expect(config).toEqual({ ...parseConfig({}).config, samples: shown });
});

/** A setting, a value that it must not have, and why not. */
type Refused = [name: string, value: string, problem: unknown];

const ENCODED =
  "must name a host, with special characters in user and password percent-encoded: # is %23, / is %2F, ? is %3F, % is %25";
const ORIGIN = "must be scheme and host only, without / at the end";
const MAILBOX = "must be an email address, with or without a name: Dad <dad@acme.example>";
const QUOTED = "must not be in quotation marks (docker's --env-file keeps them)";
const refused = (name: string, problem: string, values: string): Refused[] =>
  values.split(" ").map((value) => [name, value, problem]);

const REFUSED: Refused[] = [
  ["PORT", "eighty", "must be a whole number from 1 to 65535"],
  ["PORT", "'3000'", QUOTED],
  ["OUTBOX_DIR", '"/data"', QUOTED],
  ["BUSINESS_PHONE", "call us", "must be a phone number with at least 7 digits"],
  ["BUSINESS_SMS", "by phone", "must be a phone number with at least 7 digits"],
  ["BUSINESS_REVIEWS_URL", "reviews.example", "must be a full http(s) URL"],
  ...refused("BUSINESS_NOTICE_UNTIL", "must be a date like 2026-11-29", "11/29 2031-02-30"),
  ["BUSINESS_NOTICE", "x".repeat(201), "must have at most 200 characters"],
  ["BUSINESS_EMAIL", "nobody", "must be an email address"],
  ["BUSINESS_FACEBOOK_URL", "javascript:alert(1)", "must be a full http(s) URL, or none"],
  ["FORWARD_TIMEOUT_MS", "5", "must be a whole number from 100 to 60000"],
  ["TRUSTED_PROXIES", "11", "must be a whole number from 0 to 10"],
  ...refused("REDELIVERY_WAITS_S", "must be whole seconds, separated by commas", "soon 1,,2 -1 0 1,0"),
  ...refused("KEEP_SENT_DAYS", "must be a whole number from 0 to 3650", "-1 3651 1.5 month"),
  ["SITE_URL", "dig.example", "must be a full http(s) URL"],
  ["SITE_URL", "//dig.example", "must be a full http(s) URL"],
  // Caddy would serve that one path and answer every other with an empty page.
  ...refused("SITE_URL", ORIGIN, "https://dig.example/ https://dig.example/site https://dig.example/?x=1"),
  ...refused("SITE_URL", ORIGIN, "https://dig.example:8443/ https://dig.example/? https://dig.example\\"),
  ["FORWARD_URL", "ftp://x.example", "must be a full http(s) URL"],
  // These mean another host or none.
  ["FORWARD_URL", "https://u:12#s3cret@forms.example/x", ENCODED],
  ["FORWARD_URL", "https://u:s3cret%@forms.example/x", ENCODED],
  ["NOTIFY_URL", "https://ntfy.sh/s3cret#top", ENCODED],
  ["HEARTBEAT_URL", "https://u:s3cret#@hc.example", ENCODED],
  ...refused("SMTP_URL", ENCODED, "smtps://u:12#s3cret@m.example smtps://u:12/s3cret@m.example"),
  ...refused("SMTP_URL", ENCODED, "smtps://u:12?s3cret@m.example smtps://u:s3cret%@m.example smtps://"),
  ["SMTP_URL", '"smtps://u:s3cret@mail.example"', QUOTED],
  ...refused("MAIL_TO", `${MAILBOX}; separate several with commas`, "dad dad@acme.example,"),
  ["MAIL_FROM", "Dad dad@acme.example", MAILBOX],
  ["DELIVERY", "mail", expect.stringMatching(/remove FORWARD_URL/)],
  ["VALKEY_URL", "redis://:s3cret@valkey.example", expect.stringMatching(/0 waiting, .* remove VALKEY_URL$/)],
];

it.each(REFUSED)("settings: %s=%s is refused with how to write it", (name, value, problem) => {
  // With what else it needs.
  const { problems } = parseConfig({ ...LIVE, ...MAIL, ...NOTICE, [name]: value });
  expect(problems).toEqual([typeof problem === "string" ? `${name} ${problem}` : problem]);
});

it("settings: every invalid one is named, and each pair of which one is missing", () => {
  const { problems } = parseConfig({ LOG_LEVEL: "loud", PORT: '"3000"', METRICS_PORT: "x" });
  expect(problems).toEqual([
    `PORT ${QUOTED}`,
    "METRICS_PORT must be a whole number from 1 to 65535",
    "LOG_LEVEL must be debug, info, warn or error",
  ]);
  for (const pair of [MAIL, NOTICE])
    for (const [name, value] of Object.entries(pair))
      expect(parseConfig({ [name]: value }).problems).toEqual([
        `${Object.keys(pair).join(" and ")} belong together: set both or neither`,
      ]);
});

it("settings: a site with SITE_URL is refused in one line when nothing sends its requests", () => {
  const SITE_URL = "https://dig.example";
  const said = [expect.stringMatching(/^SITE_URL makes the site live, .*: set FORWARD_URL, or SMTP_URL/)];
  const { FORWARD_URL = "", MAIL_TO = "" } = UNCOMMENTED;
  for (const sample of [{}, { FORWARD_URL }, { ...MAIL, MAIL_TO }])
    expect(parseConfig({ SITE_URL, ...sample })).toEqual({ problems: said });
});

it("settings: the name alone is shown when a quotation mark is not closed", () => {
  const file = `BUSINESS_NAME="Joe & Sons
SMTP_URL=smtps://owner:s3cret@mail.dig.example
MAIL_TO=owner@dig.example
BUSINESS_PO_BOX="PO Box #100"
`;
  expect(parseConfig({ ...parseEnv(file), PORT: "eighty" }).problems).toEqual([
    "BUSINESS_NAME spans several lines: a quotation mark is not closed",
  ]);
});

it.each([
  ["(269) 555-0142", "tel:+12695550142"],
  ["1-269-123-4567", "tel:+12691234567"],
  ["+49 89 123456", "tel:+4989123456"],
  ["123-4567", "tel:1234567"],
  ["(269) 555-0123 ext 4", "tel:+12695550123;ext=4"],
  ["269-555-0123, Extension 12", "tel:+12695550123;ext=12"],
  ["+1 269 555 0123 x4", "tel:+12695550123;ext=4"],
  ["call or text 269-555-0123", "tel:+12695550123"],
])("settings: the phone number %j becomes a tel: URL", (phone, href) => {
  expect(parseConfig({ BUSINESS_PHONE: phone }).config?.business.phoneHref).toBe(href);
});

it("settings: one is suggested when a name is nearly that of a setting", () => {
  const mistyped = "OUTBOX_DIRR FROWARD_URL KEEPSENT_DAYS smtp_url MAIL_AFTER".split(" ");
  const others = "PATH HOSTS POST HOME LOGNAME MAIL SITE_NAME VALKEY_URL MAILBOX_URL SITE_URL".split(" ");
  const meant = ["OUTBOX_DIR", "FORWARD_URL", "KEEP_SENT_DAYS", "SMTP_URL", "MAIL_AFTER_S"];
  expect([...mistyped, ...others].flatMap((name) => suggestSetting(name) ?? [])).toEqual(meant);
});

it.each<[name: string, level: string | undefined, text: string, env: Env]>([
  ["FORWARD_URL", undefined, "", { FORWARD_URL: "https://formsubmit.co/ajax/1f0c9a" }],
  ["FORWARD_URL", "warn", "for browsers", { FORWARD_URL: "https://formsubmit.co/1f0c9a" }],
  ["FORWARD_URL", "warn", "for browsers", { FORWARD_URL: "https://formsubmit.co/ajax/" }],
  ["FORWARD_URL", undefined, "", { FORWARD_URL: "https://formsubmit.co.evil.example/x" }],
  ["notice", "ok", "until 2999-12-31", { ...NOTICE, BUSINESS_NOTICE_UNTIL: "2999-12-31" }],
  ["notice", "warn", "ended on 2001-12-31", { ...NOTICE, BUSINESS_NOTICE_UNTIL: "2001-12-31" }],
])("settings: the doctor says of %s: %s %s, when it gets %o", (name, level, text, env) => {
  const { config } = parseConfig(env);
  const found = config && checkSettings(config).find(({ about }) => about === name);
  expect(found?.level).toBe(level);
  expect(found?.text ?? "").toContain(text);
});

it("settings: the README's table and .env.example are as `npm run readme:settings` writes them", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(readme).toBe(withSettings(readme));
  expect(readFileSync(".env.example", "utf8")).toBe(envExample());
});

it("settings: copies of a site count as the same when only their ports or heartbeats differ", () => {
  const of = (env: Env) => parseConfig(env).config?.fingerprint;
  expect(of({ PORT: "3001", METRICS_PORT: "9101", HEARTBEAT_URL: "https://hc.example/b" })).toBe(of({}));
  expect(of({ OUTBOX_DIR: "elsewhere" })).not.toBe(of({}));
});
