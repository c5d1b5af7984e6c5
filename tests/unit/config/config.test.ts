import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { parseConfig } from "~/config/config.server";
import { envExample, withSettings } from "../../readme-settings";

it("needs no setting at all", () => {
  const { config } = parseConfig({});
  expect(config).toMatchObject({
    siteOrigin: "http://localhost:3000",
    forwardUrl: undefined,
    forwardTimeoutMs: 10_000,
    outboxDir: "./outbox",
    keepSentDays: 30,
    trustedProxies: 0,
    logLevel: "info",
    siteUrlGiven: false,
    business: {
      name: "Hometown Excavating",
      phone: "(269) 555-0123",
      phoneHref: "tel:+12695550123",
      email: "quotes@hometown-excavating.example",
      address: { poBox: "P.O. Box 100", town: "Anytown", postalCode: "49000" },
      facebookUrl: "https://www.facebook.com/",
    },
  });
  expect(config?.placeholders).toHaveLength(7);
});

it("knows a placeholder that was written out", () => {
  const { config } = parseConfig({ BUSINESS_NAME: " Hometown Excavating", BUSINESS_PHONE: "(269) 555-0199" });
  expect(config?.placeholders).toContain("BUSINESS_NAME");
  expect(config?.placeholders).not.toContain("BUSINESS_PHONE");
});

it.each([
  [{ BUSINESS_STREET: "12 Main St" }, { street: "12 Main St" }],
  [{ BUSINESS_PO_BOX: "P.O. Box 7" }, { poBox: "P.O. Box 7" }],
  [
    { BUSINESS_STREET: "12 Main St", BUSINESS_PO_BOX: "P.O. Box 7" },
    { street: "12 Main St", poBox: "P.O. Box 7" },
  ],
])("with %j the address has what was given, and no box that nobody has", (given, address) => {
  const { config } = parseConfig(given);
  expect(config?.business.address).toEqual({ ...address, town: "Anytown", postalCode: "49000" });
  expect(config?.placeholders).not.toContain("BUSINESS_PO_BOX");
});

/** .env.example with every line uncommented. */
const uncommented = Object.fromEntries(
  [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

it("takes every sample of .env.example, copied as it is, as not set, and names it", () => {
  const { config } = parseConfig(uncommented);
  const shown = [
    "SITE_URL",
    "FORWARD_URL",
    "DATABASE_URL",
    "SMTP_URL",
    "MAIL_TO",
    "MAIL_FROM",
    "NOTIFY_URL",
    "HEARTBEAT_URL",
  ];
  expect(config?.samples).toEqual(shown);
  const { samples: _, ...meant } = config ?? {};
  expect(meant).toEqual({ ...parseConfig({}).config, samples: undefined });
});

it.each(["https://formsubmit.co/ajax/<form id>", "https://formsubmit.co/ajax/your-form-id"])(
  "takes FORWARD_URL=%s as not set",
  (FORWARD_URL) => {
    expect(parseConfig({ FORWARD_URL }).config).toMatchObject({
      forwardUrl: undefined,
      samples: ["FORWARD_URL"],
    });
  },
);

it("takes the Facebook sample of an older .env.example as a placeholder, and names it", () => {
  const { config } = parseConfig({ BUSINESS_FACEBOOK_URL: "https://www.facebook.com/..." });
  expect(config?.business.facebookUrl).toBe("https://www.facebook.com/");
  expect(config?.placeholders).toContain("BUSINESS_FACEBOOK_URL");
  expect(config?.samples).toEqual(["BUSINESS_FACEBOOK_URL"]);
});

it("takes an email address at example.com as a placeholder", () => {
  const { config } = parseConfig({ BUSINESS_EMAIL: "info@example.com" });
  expect(config?.business.email).toBe("quotes@hometown-excavating.example");
  expect(config).toMatchObject({ samples: ["BUSINESS_EMAIL"] });
});

it("takes what only looks like a sample as it is", () => {
  const real = {
    SITE_URL: "https://my-example.com",
    FORWARD_URL: "https://formsubmit.co/ajax/1f0c9a",
    SMTP_URL: "smtps://me%40example.com:p@mail.example.com.au",
    MAIL_TO: "owner@an.example",
  };
  expect(parseConfig(real).config).toMatchObject({ samples: [], forwardUrl: real.FORWARD_URL });
});

it("sends by the forwarding service where the mail settings are samples", () => {
  const mail = { SMTP_URL: uncommented.SMTP_URL, MAIL_TO: "owner@dig.example" };
  const { config } = parseConfig({ ...mail, FORWARD_URL: "https://f.example/x" });
  expect(config).toMatchObject({ mailSettings: undefined, samples: ["SMTP_URL"] });
});

it("takes an empty value as not set", () => {
  expect(parseConfig({ FORWARD_URL: "", PORT: " ", BUSINESS_NAME: "" }).config).toMatchObject({
    forwardUrl: undefined,
    business: { name: "Hometown Excavating" },
  });
});

it("names every invalid setting at once", () => {
  expect(
    parseConfig({
      PORT: "eighty",
      SITE_URL: "https://dig.example/site",
      FORWARD_URL: "ftp://x.example",
      FORWARD_TIMEOUT_MS: "5",
      TRUSTED_PROXIES: "11",
      BUSINESS_EMAIL: "nobody",
      BUSINESS_PHONE: "call us",
      BUSINESS_FACEBOOK_URL: "javascript:alert(1)",
      LOG_LEVEL: "loud",
    }).problems,
  ).toEqual([
    "PORT must be a whole number from 1 to 65535",
    "SITE_URL must be scheme and host only, without / at the end",
    "BUSINESS_PHONE must be a phone number with at least 7 digits",
    "BUSINESS_EMAIL must be an email address",
    "BUSINESS_FACEBOOK_URL must be a full http(s) URL, or none",
    "FORWARD_URL must be a full http(s) URL",
    "FORWARD_TIMEOUT_MS must be a whole number from 100 to 60000",
    "TRUSTED_PROXIES must be a whole number from 0 to 10",
    "LOG_LEVEL must be debug, info, warn or error",
  ]);
});

it("a quotation mark that is not closed: the setting is named, and nothing of the lines that it swallowed", () => {
  const file = `BUSINESS_NAME="Joe & Sons
SMTP_URL=smtps://owner:s3cret@mail.dig.example
MAIL_TO=owner@dig.example
BUSINESS_PO_BOX="PO Box #100"
`;
  expect(parseConfig({ ...parseEnv(file), PORT: "eighty" }).problems).toEqual([
    "BUSINESS_NAME goes on over several lines: a quotation mark is not closed",
  ]);
  expect(parseConfig({ BUSINESS_NAME: "Joe & Sons\r\n" }).config?.business.name).toBe("Joe & Sons");
});

it("names every setting whose quotation marks Docker kept, and what else is wrong", () => {
  const quoted = { OUTBOX_DIR: '"/data"', PORT: "'3000'", SMTP_URL: '"smtps://u:s3cret@mail.example"' };
  expect(parseConfig({ ...quoted, LOG_LEVEL: "loud", MAIL_TO: "owner@dig.example" }).problems).toEqual([
    "PORT must not be in quotation marks (docker's --env-file keeps them)",
    "SMTP_URL must not be in quotation marks (docker's --env-file keeps them)",
    "OUTBOX_DIR must not be in quotation marks (docker's --env-file keeps them)",
    "LOG_LEVEL must be debug, info, warn or error",
  ]);
  const { config } = parseConfig({ BUSINESS_NAME: '"Dig" & Sons', BUSINESS_TOWN: '"' });
  expect(config?.business).toMatchObject({ name: '"Dig" & Sons', address: { town: '"' } });
});

it.each([
  ["SMTP_URL", "smtps://u:12#s3cret@mail.example"],
  ["SMTP_URL", "smtps://u:12/s3cret@mail.example"],
  ["SMTP_URL", "smtps://u:12?s3cret@mail.example"],
  ["SMTP_URL", "smtps://u:s3cret%@mail.example"],
  ["SMTP_URL", "smtps://"],
  ["FORWARD_URL", "https://u:12#s3cret@forms.example/x"],
  ["FORWARD_URL", "https://u:s3cret%@forms.example/x"],
  ["NOTIFY_URL", "https://ntfy.sh/s3cret#top"],
  ["HEARTBEAT_URL", "https://u:s3cret#@hc.example"],
])("refuses %s=%s, which means another host or none, and says how to write it", (name, url) => {
  const { problems } = parseConfig({ [name]: url, MAIL_TO: name === "SMTP_URL" ? "owner@dig.example" : "" });
  expect(problems).toEqual([
    `${name} must name its host, and have special characters of user and password percent-encoded: # is %23, / is %2F, ? is %3F, % is %25`,
  ]);
});

it("takes URLs with a percent-encoded login", () => {
  const login = "u%40dig.example:12%23%2F%3F%25";
  const urls = {
    SMTP_URL: `smtp://${login}@mail.example:587/?requireTLS=false`,
    MAIL_TO: "owner@dig.example",
    FORWARD_URL: `https://${login}@forms.example/ajax/owner@dig.example`,
    NOTIFY_URL: `https://${login}@ntfy.example/topic?a=b`,
    HEARTBEAT_URL: `https://${login}@hc.example`,
  };
  expect(parseConfig(urls).config).toMatchObject({
    forwardUrl: urls.FORWARD_URL,
    notify: { url: urls.NOTIFY_URL },
  });
});

it.each(["dig.example", "https://dig.example/?x=1", "//dig.example", "mailto:a@b.example"])(
  "refuses SITE_URL=%s and names it",
  (url) => {
    expect(parseConfig({ SITE_URL: url }).problems?.join()).toMatch(/^SITE_URL must/);
  },
);

it.each([
  "https://dig.example/",
  "https://dig.example:8443/",
  "https://dig.example/?",
  "https://dig.example\\",
])(
  "refuses SITE_URL=%s: Caddy would serve that one path and answer every other with an empty page",
  (url) => {
    expect(parseConfig({ SITE_URL: url }).problems).toEqual([
      "SITE_URL must be scheme and host only, without / at the end",
    ]);
  },
);

it.each([
  ["https://dig.example", "https://dig.example"],
  ["https://www.dig.example:8443", "https://www.dig.example:8443"],
  ["HTTPS://Dig.Example", "https://dig.example"],
])("takes SITE_URL=%s", (url, origin) => {
  expect(parseConfig({ SITE_URL: url }).config?.siteOrigin).toBe(origin);
});

it.each([
  ["(269) 123-4567", "tel:+12691234567"],
  ["1-269-123-4567", "tel:+12691234567"],
  ["+49 89 123456", "tel:+4989123456"],
  ["123-4567", "tel:1234567"],
  ["(269) 555-0123 ext 4", "tel:+12695550123;ext=4"],
  ["269-555-0123, Extension 12", "tel:+12695550123;ext=12"],
  ["+1 269 555 0123 x4", "tel:+12695550123;ext=4"],
  ["call or text 269-555-0123", "tel:+12695550123"],
])("makes a tel: address of %j", (phone, href) => {
  expect(parseConfig({ BUSINESS_PHONE: phone }).config?.business.phoneHref).toBe(href);
});

it("takes mail settings only together, and DELIVERY no more", () => {
  const mail = { SMTP_URL: "smtps://u:p@mail.example", MAIL_TO: "owner@dig.example" };
  expect(parseConfig(mail).config).toMatchObject({ mailSettings: { from: mail.MAIL_TO } });
  expect(parseConfig({ SMTP_URL: mail.SMTP_URL }).problems?.join()).toMatch(/^SMTP_URL and MAIL_TO/);
  expect(parseConfig({ MAIL_TO: mail.MAIL_TO }).problems?.join()).toMatch(/^SMTP_URL and MAIL_TO/);
  expect(parseConfig({ ...mail, DELIVERY: "mail" }).problems?.join()).toMatch(
    /^DELIVERY .* remove FORWARD_URL/,
  );
});

it("reads the waits of the redelivery as seconds", () => {
  expect(parseConfig({}).config?.redeliveryWaitsS).toEqual([900, 3_600, 14_400, 43_200, 86_400]);
  expect(parseConfig({ REDELIVERY_WAITS_S: "1, 2" }).config?.redeliveryWaitsS).toEqual([1, 2]);
  for (const waits of ["soon", "1,,2", "-1", "0", "1,0"]) {
    expect(parseConfig({ REDELIVERY_WAITS_S: waits }).problems?.join(), waits).toMatch(
      /^REDELIVERY_WAITS_S must/,
    );
  }
});

it("keeps what was sent for whole days, or not at all", () => {
  expect(parseConfig({ KEEP_SENT_DAYS: "0" }).config?.keepSentDays).toBe(0);
  expect(parseConfig({ KEEP_SENT_DAYS: "3650" }).config?.keepSentDays).toBe(3650);
  for (const days of ["-1", "3651", "1.5", "a month"]) {
    expect(parseConfig({ KEEP_SENT_DAYS: days }).problems, days).toEqual([
      "KEEP_SENT_DAYS must be a whole number from 0 to 3650",
    ]);
  }
});

it("has the README's table of settings and .env.example as the schema is (npm run readme:settings writes both)", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(readme).toBe(withSettings(readme));
  expect(readFileSync(".env.example", "utf8")).toBe(envExample());
});

it("ignores the settings of an older version", () => {
  const old = { MAILBOX_URL: "anything", PROVE_EVERY_DAYS: "often", PROVE_FOLDER: "Site tests" };
  expect(parseConfig(old)).toEqual(parseConfig({}));
});

it("refuses VALKEY_URL, says how to leave Valkey, and ignores what else is left of its settings", () => {
  const left = { VALKEY_PREFIX: "a:b", VALKEY_HIDES_SETTINGS: "perhaps" };
  expect(parseConfig({ ...left, VALKEY_URL: "redis://:s3cret@valkey.dig.example:6379" }).problems).toEqual([
    "VALKEY_URL is no longer supported. Run version 1.0.0 until its `npm run outbox` shows 0 waiting, export what else is there with its `npm run outbox export`, then remove VALKEY_URL",
  ]);
  const sample = "redis://:password@valkey.example.com:6379";
  expect(parseConfig({ ...left, VALKEY_URL: sample }).config).toEqual(parseConfig({}).config);
});

it("the Facebook page `none` leaves the site without one, and is no placeholder", () => {
  const { config } = parseConfig({ BUSINESS_FACEBOOK_URL: "none" });
  expect(config?.business.facebookUrl).toBeUndefined();
  expect(config?.placeholders).not.toContain("BUSINESS_FACEBOOK_URL");
});
