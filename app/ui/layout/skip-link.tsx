import { useBehindModal } from "~/ui/layout/page";

/** The first stop of a keyboard: past the bar, to what the page is about. In text browsers a modal's form comes last. */
export function SkipLink() {
  const behind = useBehindModal();
  const target = "inert" in behind ? "form" : "content";
  return (
    <a className="skip-link" href={target === "form" ? "#quote" : "#main"} {...behind}>
      Skip to {target}
    </a>
  );
}
