import { escapeControlCharacters } from "~/log/escape-control-characters";

// A reader that stops early, like `head`, is no problem.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") complain(error);
});

/** Prints a line, or lines as they come, until nobody reads them. */
export async function print(text: string | AsyncIterable<string>): Promise<void> {
  for await (const line of typeof text === "string" ? [text] : text) {
    if (process.stdout.errored) return;
    process.stdout.write(`${escapeControlCharacters(line)}\n`);
  }
}

/** Says what went wrong. The command goes on, and ends with status 1. */
export function complain({ message }: Error): void {
  process.exitCode = 1;
  process.stderr.write(`${escapeControlCharacters(message)}\n`);
}
