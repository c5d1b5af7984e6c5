import { expect, it } from "vitest";
import { parseConfig } from "~/config/config.server";
import { checkSettings } from "~/monitoring/checks/check-settings.server";

it.each([
  ["https://formsubmit.co/ajax/1f0c9a", []],
  ["https://formsubmit.co/1f0c9a", ["warn"]],
  ["https://formsubmit.co/ajax/", ["warn"]],
  ["https://formsubmit.co.evil.example/x", []],
])("the log at start and the doctor know FormSubmit's address for browsers: %s", (FORWARD_URL, levels) => {
  const { config } = parseConfig({ FORWARD_URL });
  const found = config && checkSettings(config).filter(({ about }) => about === "FORWARD_URL");
  expect(found?.map(({ level }) => level)).toEqual(levels);
});
