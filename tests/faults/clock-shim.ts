import { existsSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Debian and others put libfaketime. */
const PLACES = [
  "/usr/lib/x86_64-linux-gnu",
  "/usr/lib/aarch64-linux-gnu",
  "/usr/lib64",
  "/usr/lib",
  "/usr/local/lib",
];
const LIBRARY = PLACES.map((place) => join(place, "faketime", "libfaketimeMT.so.1")).find((file) =>
  existsSync(file),
);

/** Why no clock can be moved here, or undefined if one can. */
export const noClock = async () => (LIBRARY ? undefined : "libfaketime is not installed");

/** A clock of the site's own, which may be off and may jump. The one that only counts up is left alone. */
export function makeClock(offset = "+0") {
  const home = mkdtempSync(join(tmpdir(), "clock-"));
  const file = join(home, "offset");
  const set = (to: string) => {
    writeFileSync(`${file}.next`, to);
    renameSync(`${file}.next`, file);
  };
  set(offset);
  return {
    settings: {
      LD_PRELOAD: LIBRARY ?? "",
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    /** @param to for example "+15d" or "-1y"; it counts within a second */
    set,
  };
}
