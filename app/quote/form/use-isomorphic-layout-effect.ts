import { useEffect, useLayoutEffect } from "react";

/** React warns of layout effects on the server, where there is nothing to lay out. */
export const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
