import { useBehindModal } from "~/ui/layout/page";

/** To the main content or, where a modal is open, to its form, which comes last in text browsers. */
export function SkipLink() {
  const behind = useBehindModal();
  const modal = "inert" in behind;
  return (
    <a className="skip-link" href={modal ? "#quote" : "#main"} {...behind}>
      Skip to {modal ? "form" : "content"}
    </a>
  );
}
