/** Preloaded by `npm run doctor` and `npm run outbox`, which need a build: without one, says so in one line. */
import { existsSync } from "node:fs";
import { relative } from "node:path";

const command = process.argv[1] ?? "";
if (!existsSync(command)) {
  process.stderr.write(`${relative(".", command)} is missing. Run \`npm run build\`.\n`);
  process.exit(1);
}
