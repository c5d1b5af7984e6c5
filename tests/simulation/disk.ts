import { basename, dirname } from "node:path";
import type { Clock } from "./clock";
import type { Random } from "./random";

/** A file or, with `isListening`, a socket. `saved`: what a power cut leaves of its text. `writtenMs`: by the calendar. */
export type Inode = {
  number: number;
  text: string;
  saved?: string;
  madeMs: number;
  writtenMs: number;
  isListening?: () => "yes" | "no" | "frozen";
};
/** A change of names: `inode` leaves `from` and gets the name `to`, or a folder is made. */
export type Change = { atMs: number; inode?: Inode; from?: string; to?: string; folder?: string };

/** The kernel itself saves what has waited this long. */
const WRITEBACK_MS = 30_000;

/** Without a stack: to write that down takes longer than all the rest. */
export function errorOf(code: string) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(code), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}
const makeNames = () => ({ names: new Map<string, Inode>(), folders: new Set(["/", "/data"]) });

/**
 * Makes a disk in memory. A power cut leaves of the names what was flushed with their folder and, of the later changes, the
 * first few (as on ext4, they are saved in order); a file's text is saved apart. Throws ENOENT and EEXIST.
 */
export function makeDisk(clock: Clock, random: Random) {
  const [{ names, folders }, saved] = [makeNames(), makeNames()];
  /** All changes, and those that power cuts undid, with the time of the cut. */
  const [made, undone]: [Change[], Change[]] = [[], []];
  let unsaved: Change[] = [];
  /** What folders hold, until something changes: sites that have nothing to do look all the time. */
  const listed = new Map<string, string[]>();

  function apply({ inode, from, to, folder }: Change, at: ReturnType<typeof makeNames>): void {
    if (from) at.names.delete(from);
    if (to && inode) at.names.set(to, inode);
    if (folder) at.folders.add(folder);
  }
  function change(what: Omit<Change, "atMs">): void {
    const change = { ...what, atMs: clock.nowMs };
    apply(change, { names, folders });
    listed.clear();
    unsaved.push(change);
    made.push(change);
  }
  const save = (count: number) => unsaved.splice(0, count).forEach((change) => void apply(change, saved));

  function find(path: string): Inode {
    const inode = names.get(path);
    if (!inode) throw errorOf("ENOENT");
    return inode;
  }
  function need(isSo: boolean, code: string): void {
    if (!isSo) throw errorOf(code);
  }
  function create(path: string, text = ""): Inode {
    need(folders.has(dirname(path)), "ENOENT");
    need(!names.has(path), "EEXIST");
    const times = { madeMs: clock.nowMs, writtenMs: clock.calendarMs() };
    const inode: Inode = { number: 10 + made.length, text, ...times };
    change({ inode, to: path });
    return inode;
  }
  function link(from: string, to: string): void {
    need(!names.has(to), "EEXIST");
    change({ inode: find(from), to });
  }
  function rename(from: string, to: string): void {
    need(folders.has(dirname(to)), "ENOENT");
    change({ inode: find(from), from, to });
  }
  const unlink = (path: string) => change({ inode: find(path), from: path });
  /** Makes a folder and those above it. Returns the first that was missing. */
  function makeFolder(path: string): string | undefined {
    if (folders.has(path)) return undefined;
    const first = makeFolder(dirname(path));
    change({ folder: path });
    return first ?? path;
  }
  function list(folder: string): string[] {
    need(folders.has(folder), "ENOENT");
    const isIn = (path: string) => dirname(path) === folder;
    const found = listed.get(folder) ?? [...names.keys()].filter(isIn).map((path) => basename(path));
    listed.set(folder, found);
    return found;
  }

  /** Saves the names in a folder, and with them all changes before its last one. */
  function flushFolder(path: string): void {
    const isIn = (changed = "/") => dirname(changed) === path;
    save(1 + unsaved.findLastIndex(({ from, to, folder }) => isIn(from) || isIn(to) || isIn(folder)));
  }
  function powerCut(): void {
    const isOld = ({ atMs }: Pick<Change, "atMs">) => atMs < clock.nowMs - WRITEBACK_MS;
    save(Math.floor(random.between(unsaved.filter(isOld).length, unsaved.length + 1)));
    undone.push(...unsaved.map((change) => ({ ...change, atMs: clock.nowMs })));
    unsaved = [];
    listed.clear();
    names.clear();
    for (const [path, inode] of saved.names) names.set(path, inode);
    folders.clear();
    for (const folder of saved.folders) folders.add(folder);
    for (const [to, inode] of names) {
      const part = Math.max(0, Math.floor(random.between(-inode.text.length, inode.text.length)));
      inode.saved ??= isOld({ atMs: inode.madeMs }) ? inode.text : inode.text.slice(0, part);
      if (inode.saved !== inode.text) undone.push({ atMs: clock.nowMs, to, inode });
      inode.text = inode.saved;
    }
  }

  return {
    ...{ names, folders, made, undone, find, create, link, rename, unlink, makeFolder, list },
    ...{ flushFolder, powerCut },
  };
}
