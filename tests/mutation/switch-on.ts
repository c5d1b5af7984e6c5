import { BARE_ENV } from "../clock.mjs";

/** The sites and commands that a test starts run the same mutant as the test. */
const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
if (mutant) Object.assign(BARE_ENV, { __STRYKER_ACTIVE_MUTANT__: mutant });
