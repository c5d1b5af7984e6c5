import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, for which React 18 warns on the server. */
export const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
