import { useEffect } from "react";

/** "Error: " before the document's title while the form in front could not be sent, as the server writes it, too. */
export function useErrorTitle(failed: boolean): void {
  useEffect(() => {
    if (!failed) return;
    document.title = `Error: ${document.title}`;
    return () => {
      document.title = document.title.replace(/^Error: /, "");
    };
  }, [failed]);
}
