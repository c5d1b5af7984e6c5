import { useRootData } from "~/root-data";
import { useBehindModal } from "~/ui/layout/page";

/** The owner's notice, above every page. */
export function Notice() {
  const notice = useRootData()?.notice;
  const behind = useBehindModal();
  return notice ? (
    <aside className="site-notice" aria-label="Notice" {...behind}>
      <p>{notice}</p>
    </aside>
  ) : null;
}
