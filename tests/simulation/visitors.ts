import type { Machine } from "./machine";
import type { Profile } from "./profile";
import type { Words } from "./site";
import type { Post, World } from "./world";

/** How many posts a flood has, all from one address. */
const FLOOD = 9;

/**
 * Makes the function that lets visitors post: a new one, or one again with the same words, corrected ones, or the other form.
 *
 * @param strike called after some answers: what was promised a moment ago must hold
 */
export function makeVisitors(world: World, machine: Machine, profile: Profile, strike: () => void) {
  const { random, clock } = world;
  const posted: Words[] = [];
  let visitors = 0;

  async function post(request: Words, address: string): Promise<void> {
    const { process, site } = random.pick(machine.running);
    const words = `${request.form} ${request.words.trim()}`;
    const entry: Post = { words, process: process.name, atMs: clock.nowMs };
    world.posts.push(entry);
    world.tell(`${process.name} is sent "${words}"`);
    const answer = await site
      .submit(request, address)
      .catch((error) => ({ kind: `${error}`, isHeld: false }));
    if (process.ended) return;
    entry.answer = { ...answer, afterMs: clock.nowMs - entry.atMs };
    const held = answer.isHeld ? ", held" : "";
    world.tell(
      `the visitor of "${words}" sees: ${answer.kind}${held}, after ${Math.round(entry.answer.afterMs)} ms`,
    );
    if (random.chance(0.2)) strike();
  }

  function visit(address: string): void {
    const words = `visitor ${++visitors}`;
    const request: Words = { form: random.pick(["quote", "contact"]), words };
    posted.push(request);
    void post(request, address);
  }

  function again(address: string): void {
    const earlier = random.pick(posted.slice(-4));
    const form = random.chance(0.2) ? random.pick(["quote", "contact"] as const) : earlier.form;
    const words = random.chance(0.2) ? `${earlier.words}, corrected` : earlier.words;
    posted.push({ form, words });
    void post({ form, words: random.chance(0.3) ? ` ${words} ` : words }, address);
  }

  return () => {
    const address = `192.0.2.${1 + Math.floor(random.between(0, 200))}`;
    const isFlood = profile.flood && random.chance(0.3);
    for (let left = isFlood ? FLOOD : 1; left > 0; left--)
      if (posted.length > 0 && random.chance(0.35)) again(address);
      else visit(address);
  };
}
