/** Preloaded by `npm run doctor` and `npm run outbox`, which are part of the build: says in one line that there is none. */
import { existsSync } from "node:fs";
import { relative } from "node:path";

const command = process.argv[1] ?? "";
if (!existsSync(command)) {
  process.stderr.write(`${relative(".", command)} is missing. Run \`npm run build\`.\n`);
  process.exit(1);
}
