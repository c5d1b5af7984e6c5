import { loadProgram } from "./program";
import { playScenario } from "./scenario";

const [from, to] = (process.argv[2] ?? "1-10").split("-").map(Number) as [number, number];
const t0 = performance.now();
const program = await loadProgram();
console.log("load", performance.now() - t0);
let bad = 0,
  posts = 0,
  arr = 0,
  cop = 0,
  days = 0;
for (let s = from; s <= to; s++) {
  const r = await playScenario(program, s);
  posts += r.counts.posts;
  arr += r.counts.arrivals;
  cop += r.counts.copies;
  days += r.counts.days;
  if (r.problems.length) {
    bad++;
    console.log(s, r.problems.slice(0, 3).join("\n    "));
  }
  if (process.argv[3] === "--story") console.log(r.story.join("\n"));
}
console.log({
  bad,
  posts,
  arr,
  cop,
  days: days / (to - from + 1),
  perS: (to - from + 1) / ((performance.now() - t0) / 1000),
});
