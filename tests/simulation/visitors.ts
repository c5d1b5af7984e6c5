import type { Machine } from "./machine";
import type { Words } from "./site";
import type { Post, World } from "./world";

/** How many posts a flood has, all from one address. */
const FLOOD = 9;

/**
 * Makes the function that lets visitors post: something new, the same words again, corrected ones, or the other form.
 *
 * @param strike called after some answers: what was promised a moment ago must hold
 */
export function makeVisitors(world: World, machine: Machine, hasFloods: boolean, strike: () => void) {
  const { random, clock, tell } = world;
  const posted: Words[] = [];
  let visitors = 0;

  async function post(request: Words, address: string): Promise<void> {
    const running = random.pick(machine.running());
    if (!running) return;
    const { process, site } = running;
    const words = `${request.form} ${request.words.trim()}`;
    const entry: Post = { words, process: process.name, atMs: clock.nowMs };
    world.posts.push(entry);
    tell(`${process.name} is sent "${words}"`);
    const answer = await site
      .submit(request, address)
      .catch((error) => ({ kind: `${error}`, isHeld: false }));
    if (process.ended) return;
    const delayMs = clock.nowMs - entry.atMs;
    entry.answer = { ...answer, delayMs };
    tell(`"${words}" is answered: ${answer.kind}${answer.isHeld ? ", held" : ""}, ${Math.round(delayMs)} ms`);
    if (random.chance(0.2)) strike();
  }

  function next(): Words {
    const earlier = random.pick(posted.slice(-4));
    const form = random.chance(0.2) || !earlier ? random.pick(["quote", "contact"] as const) : earlier.form;
    if (!earlier || random.chance(0.65)) return { form, words: `visitor ${++visitors}` };
    return { form, words: random.chance(0.2) ? `${earlier.words}, corrected` : earlier.words };
  }

  return () => {
    const address = `192.0.2.${1 + Math.floor(random.between(0, 200))}`;
    for (let left = hasFloods && random.chance(0.3) ? FLOOD : 1; left > 0; left--) {
      const { form, words } = next();
      posted.push({ form, words });
      void post({ form, words: random.chance(0.3) ? ` ${words} ` : words }, address);
    }
  };
}
