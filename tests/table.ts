/** Prints rows under a heading, each column as wide as its widest cell. */
export function printTable(heading: string[], rows: string[][]): void {
  const widths = heading.map((_, at) => Math.max(...[heading, ...rows].map((row) => (row[at] ?? "").length)));
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  console.log(
    ["", line(heading), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)].join("\n"),
  );
}
