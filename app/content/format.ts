const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A number in a sentence: 6 → "six", 13 → "13". */
export const numberWord = (number: number) => NUMBERS[number] ?? String(number);

/** "six towns" → "Six towns". */
export const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** ["A", "B", "C"] → "A, B and C". */
export const formatList = (names: readonly string[]) =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

/** Verbs and what they are done to: "mend roofs and walls, paint fences and lay floors". */
export function formatDeeds(deeds: readonly { does?: readonly [verb: string, object: string] }[]): string {
  const byVerb = new Map<string, string[]>();
  for (const { does: [verb, object] = ["", ""] } of deeds)
    if (verb) byVerb.set(verb, [...(byVerb.get(verb) ?? []), object]);
  return formatList([...byVerb].map(([verb, objects]) => `${verb} ${formatList(objects)}`));
}
