/**
 * Settings of a site whose clock starts at a set time.
 *
 * @param start ISO, with its offset
 * @param steps minutes: at each SIGUSR2 the clock goes on by the next of them
 */
export const clockAt = (start: string, steps: number[] = []) => {
  const shim = `const Real = Date, steps = ${JSON.stringify(steps)};
    let shift = Real.parse("${start}") - Real.now();
    globalThis.Date = class extends Real {
      constructor(...given) { given.length ? super(...given) : super(Real.now() + shift); }
      static now() { return Real.now() + shift; }
    };
    process.on("SIGUSR2", () => { shift += steps.shift() * 60_000; });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shim)}` };
};
