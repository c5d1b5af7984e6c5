import { dirname } from "node:path";
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

export const errorOf = (code: string) => Object.assign(new Error(code), { code });

/**
 * A disk in memory. A power cut leaves of the names what was flushed with their folder and, of the later changes, the first
 * few (as on ext4, they are saved in order); a file's text is saved apart. Throws ENOENT and EEXIST.
 */
export class Disk {
  names = new Map<string, Inode>();
  folders = new Set(["/", "/data"]);
  /** All changes, and those that power cuts undid, with the time of the cut: for the judge. */
  readonly made: Change[] = [];
  readonly undone: Change[] = [];
  private saved = { names: new Map<string, Inode>(), folders: new Set(this.folders) };
  private unsaved: Change[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  find(path: string): Inode {
    const inode = this.names.get(path);
    if (!inode) throw errorOf("ENOENT");
    return inode;
  }

  create(path: string, text = ""): Inode {
    if (!this.folders.has(dirname(path))) throw errorOf("ENOENT");
    if (this.names.has(path)) throw errorOf("EEXIST");
    const { nowMs: madeMs } = this.clock;
    const inode: Inode = { number: 10 + this.made.length, text, madeMs, writtenMs: this.clock.calendarMs() };
    this.change({ inode, to: path });
    return inode;
  }

  link(from: string, to: string): void {
    if (this.names.has(to)) throw errorOf("EEXIST");
    this.change({ inode: this.find(from), to });
  }

  rename(from: string, to: string): void {
    const inode = this.find(from);
    if (!this.folders.has(dirname(to))) throw errorOf("ENOENT");
    this.change({ inode, from, to });
  }

  unlink = (path: string): void => this.change({ inode: this.find(path), from: path });

  /** Makes a folder and those above it. Returns the first that was missing. */
  makeFolder(path: string): string | undefined {
    if (this.folders.has(path)) return undefined;
    const first = this.makeFolder(dirname(path));
    this.change({ folder: path });
    return first ?? path;
  }

  list(folder: string): string[] {
    if (!this.folders.has(folder)) throw errorOf("ENOENT");
    const paths = [...this.names.keys()].filter((path) => dirname(path) === folder);
    return paths.map((path) => path.slice(folder.length + 1));
  }

  /** Saves the names in a folder, and with them all changes before its last one. */
  flushFolder(folder: string): void {
    const isIn = (path = "/") => dirname(path) === folder;
    this.save(1 + this.unsaved.findLastIndex((change) => [change.from, change.to, change.folder].some(isIn)));
  }

  powerCut(): void {
    const { nowMs } = this.clock;
    const old = this.unsaved.filter(({ atMs }) => atMs < nowMs - WRITEBACK_MS).length;
    this.save(Math.floor(this.random.between(old, this.unsaved.length + 1)));
    this.undone.push(...this.unsaved.splice(0).map((change) => ({ ...change, atMs: nowMs })));
    this.names = new Map(this.saved.names);
    this.folders = new Set(this.saved.folders);
    for (const inode of new Set(this.names.values())) {
      const part = Math.max(0, Math.floor(this.random.between(-inode.text.length, inode.text.length)));
      inode.saved ??= inode.madeMs < nowMs - WRITEBACK_MS ? inode.text : inode.text.slice(0, part);
      inode.text = inode.saved;
    }
  }

  private change(what: Omit<Change, "atMs">): void {
    const change = { ...what, atMs: this.clock.nowMs };
    apply(change, this);
    this.unsaved.push(change);
    this.made.push(change);
  }

  private save(count: number): void {
    for (const change of this.unsaved.splice(0, count)) apply(change, this.saved);
  }
}

function apply(
  { inode, from, to, folder }: Change,
  { names, folders }: Pick<Disk, "names" | "folders">,
): void {
  if (from) names.delete(from);
  if (to && inode) names.set(to, inode);
  if (folder) folders.add(folder);
}
