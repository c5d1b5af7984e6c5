import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, without React 18's warning on the server. */
export const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
