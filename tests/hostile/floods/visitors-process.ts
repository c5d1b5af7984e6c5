/** What `sendVisitors` starts: visitors of the target in the first argument, until the standard input ends. */
import { dialTo, visit } from "./visitors";

let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});
const target = JSON.parse(process.argv[2] ?? "");
process.stdout.write(JSON.stringify(await visit(dialTo(target), () => isOver)));
process.exit();
