import { useEffect } from "react";

/** Puts "Error: " before the document's title, as the server does, while the form in front has errors or failed. */
export function useErrorTitle(failed: boolean): void {
  useEffect(() => {
    if (!failed) return;
    document.title = `Error: ${document.title}`;
    return () => {
      document.title = document.title.replace(/^Error: /, "");
    };
  }, [failed]);
}
