/**
 * A browser as these tests need it. A page is read with its scripts off as well: what is asked here is run by the browser
 * for the test, not by the page.
 */
export type Engine = {
  /** Name and version, as the browser says it. */
  version: string;
  open(url: string): Promise<void>;
  /**
   * The value of an expression in the page, as JSON; undefined while the page is changing.
   *
   * @throws {Error} what the expression throws
   */
  read(expression: string): Promise<unknown>;
  /** Clicks what a selector finds, with a pointer. */
  click(css: string): Promise<void>;
  /** Types text, key by key, into what a selector finds. A list takes the option that begins so. */
  type(css: string, text: string): Promise<void>;
  escape(): Promise<void>;
  back(): Promise<void>;
  /** Asks for a window of this size in CSS pixels; what it became is for the page to say. */
  resize(width: number, height: number): Promise<void>;
  /** Errors that the browser has reported since it was started: of scripts, and of the content policy. */
  complaints(): string[];
  end(): Promise<void>;
};

/** A kind of browser. */
export type Kind = {
  name: string;
  /** What is missing to run it; nothing if it can run. */
  missing(): string | undefined;
  start(options: { js: boolean }): Promise<Engine>;
};

/** Resolves when an expression holds in the page; rejects after 15 s, with what it was. */
export async function until(engine: Engine, expression: string): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await engine.read(`!!(${expression})`))) {
    if (Date.now() > end) throw new Error(`never: ${expression}; at ${await engine.read("location.href")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
