import { useEffect } from "react";

const PREFIX = "Error: ";

/** "Error: " before the document's title while the form in front could not be sent, as the server writes it, too. */
export function useErrorTitle(failed: boolean): void {
  useEffect(() => {
    if (!failed) return;
    document.title = PREFIX + document.title;
    return forgetErrorTitle;
  }, [failed]);
}

/** The title as React knows it. */
export function forgetErrorTitle(): void {
  if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
}
