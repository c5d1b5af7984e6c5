/**
 * Writes control characters, and those that reverse the reading order, as escapes such as \u001b: visitors can type them,
 * and a terminal would obey them. JSON stays the same JSON; line breaks and tabs stay.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
