/** Makes the function that says whether so much time has passed since it last said so. The clock may be set back. */
export function every(ms: number) {
  let last = Number.NEGATIVE_INFINITY;
  return (now: Date): boolean => {
    const isDue = Math.abs(now.getTime() - last) >= ms;
    if (isDue) last = now.getTime();
    return isDue;
  };
}
