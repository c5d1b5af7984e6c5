import { useRootData } from "~/root-data";
import { useBehindModal } from "~/ui/layout/page";

/** What the owner wants visitors to know today, above the page. */
export function Notice() {
  const notice = useRootData()?.notice;
  const behind = useBehindModal();
  return notice ? (
    <aside className="site-notice" aria-label="Notice" {...behind}>
      <p>{notice}</p>
    </aside>
  ) : null;
}
