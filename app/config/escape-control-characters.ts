/**
 * Text whose control characters, and those that reverse the reading order, are written as escapes, such as \u001b. A terminal
 * would obey them, and visitors can type them. JSON stays the same JSON, and line breaks stay.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
