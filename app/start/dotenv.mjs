/**
 * Preloaded by `npm start`: reads `.env` before anything asks for PORT and HOST. What the environment already says wins over
 * the file. (process.loadEnvFile loses the first setting of a file with a byte order mark, and all in UTF-16.)
 */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** A value without quotation marks that has a # and no space before it. */
const CUT_OFF = /^\s*(\w+)\s*=[ \t]*[^\s"'`#]([^#\n]*[^\s#])?#/m;
/** A value that ends before a # with no space after it: more often a number than a comment. */
const CUT_SHORT = /^\s*(\w+)\s*=[ \t]*[^\s"'`#][^#\n]*[ \t]#(?=\S)/gm;

if (existsSync(".env")) {
  const text = new TextDecoder().decode(readFileSync(".env"));
  if (text.includes("\0")) end(".env is in UTF-16, so no setting in it can be read. Save it as UTF-8.");
  const [, name] = CUT_OFF.exec(text) ?? [];
  if (name)
    end(
      `${name} in .env ends at its #, which begins a comment. In a URL write %23; put any other value in quotation marks.`,
    );
  for (const [, cut] of text.matchAll(CUT_SHORT))
    process.stderr.write(
      `${cut} in .env ends before its #, which begins a comment. If it belongs to the value, put the value in quotation marks.\n`,
    );
  Object.assign(process.env, { ...parseEnv(text), ...process.env });
}

/** @param {string} reason */
function end(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
