const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A number in a sentence: 6 → "six", 13 → "13". */
export const numberWord = (number: number) => NUMBERS[number] ?? String(number);

/** "six towns" → "Six towns". */
export const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** ["A", "B", "C"] → "A, B and C". */
export const formatList = (names: readonly string[]) => names.join(", ").replace(/, (?=[^,]*$)/, " and ");
