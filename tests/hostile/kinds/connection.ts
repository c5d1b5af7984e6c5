import {
  type Allowed,
  type Case,
  type Given,
  head,
  type Kind,
  LATER_MS,
  many,
  post,
  postForm,
  raw,
  URLENCODED,
} from "../case";
import { MULTIPART, multipart } from "../form";

const wholePost = (given: Given) =>
  Buffer.concat(postForm(given, MULTIPART, multipart(given.marker), []).pieces as Buffer[]);

export const CONNECTION_KINDS: Kind[] = [
  many("early disconnects", 700, (given) => {
    const { random } = given;
    const whole = wholePost(given);
    const cut = random.chance(0.3) ? whole.length : random.int(1, whole.length);
    const pieces = [whole.subarray(0, cut), random.pick([0, 0, 1, 5, 30])];
    const gone = random.chance(0.5) ? { leave: true } : { half: random.pick([0, 20]) };
    return { pieces, methods: ["POST"], allow: [[303, 400, 422, "closed"]], ...gone };
  }),
  many("pipelined", 160, (given) => {
    const { random, marker } = given;
    const bad = post("/contact", URLENCODED, `fullName=${marker}`, []).pieces as Buffer[];
    const requests = Array.from({ length: random.int(2, 6) }, (_, place) =>
      random.pick<() => [method: string, allow: Allowed, bytes: Buffer]>([
        () => ["GET", [200], head("GET", "/about")],
        // Twelve such connections at once may ask for more pages than can wait; a refusal closes its connection.
        () => ["POST", [422, 503, "closed"], Buffer.concat(bad)],
        () => ["POST", [303], wholePost({ ...given, marker: `${marker}-${place}` })],
      ])(),
    );
    return {
      pieces: [Buffer.concat(requests.map(([, , bytes]) => bytes))],
      methods: requests.map(([method]) => method),
      allow: requests.map(([, allow]) => allow),
    };
  }),
  many("slow uploads", 12, (given) => {
    const whole = wholePost(given);
    const pieces: Case["pieces"] = [];
    const step = Math.ceil(whole.length / 25);
    for (let at = 0; at < whole.length; at += step) pieces.push(whole.subarray(at, at + step), 80);
    // A slow visitor is served like any other; one that goes away is not waited for.
    if (given.number % 3) return { pieces, methods: ["POST"], allow: [[303]] };
    return { pieces: pieces.slice(0, -4), methods: ["POST"], allow: [["closed"]], leave: true };
  }),
  many("random bytes", 110, ({ random }) =>
    raw(random.bytes(random.int(1, 300)), [400, 505, "closed"], LATER_MS),
  ),
];
