import { Picture } from "~/ui/sections/picture";

/** An excavator on the footer's grass, its bucket in the ground. For the last section before the footer. */
export const Digging = () => (
  <div className="digging">
    <Picture name="closing" alt="" sizes="clamp(17rem, 40vw, 34rem)" />
  </div>
);
