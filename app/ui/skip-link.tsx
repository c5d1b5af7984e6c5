import { useBehindModal } from "~/ui/page";

/** The first stop of a keyboard: past the bar, to what the page is about. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main" {...useBehindModal()}>
      Skip to content
    </a>
  );
}
