import { dirname } from "node:path";
import type { Clock } from "./clock";
import type { Random } from "./random";

/** A file or, with `isListening`, a socket. `saved`: what a power cut leaves of its text. */
export type Inode = {
  number: number;
  text: string;
  saved?: string;
  /** By the scenario's clock. */
  madeMs: number;
  /** By the calendar. */
  writtenMs: number;
  isListening?: () => "yes" | "no" | "frozen";
};

/**
 * A change of names: `inode` leaves `from` and gets the name `to`, or a folder is made. A power cut may undo it until one of
 * its folders is flushed.
 */
export type Change = { atMs: number; inode?: Inode; from?: string; to?: string; folder?: string };

/** The kernel itself writes what has waited this long. */
const WRITEBACK_MS = 30_000;

export const errorOf = (code: string, path = "") => Object.assign(new Error(`${code} ${path}`), { code });

/**
 * A disk in memory. What programs see is `names`; what a power cut leaves is `savedNames` and, of the later changes, the
 * first few: as on ext4 they are saved in order, but a file's text is saved apart from its name. Throws ENOENT and EEXIST.
 */
export class Disk {
  names = new Map<string, Inode>();
  folders = new Set(["/", "/data"]);
  private savedNames = new Map<string, Inode>();
  private savedFolders = new Set(this.folders);
  private changes: Change[] = [];
  private inodes = 10;
  /** Every change so far, for the judge, and those that power cuts undid, with the time of the cut. */
  readonly made: Change[] = [];
  readonly undone: Change[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  find(path: string): Inode {
    const inode = this.names.get(path);
    if (!inode) throw errorOf("ENOENT", path);
    return inode;
  }

  create(path: string): Inode {
    if (!this.folders.has(dirname(path))) throw errorOf("ENOENT", path);
    if (this.names.has(path)) throw errorOf("EEXIST", path);
    const { nowMs: madeMs } = this.clock;
    const inode: Inode = { number: this.inodes++, text: "", madeMs, writtenMs: this.clock.calendarMs() };
    this.change({ inode, to: path });
    return inode;
  }

  link(from: string, to: string): void {
    const inode = this.find(from);
    if (this.names.has(to)) throw errorOf("EEXIST", to);
    this.change({ inode, to });
  }

  rename(from: string, to: string): void {
    const inode = this.find(from);
    if (!this.folders.has(dirname(to))) throw errorOf("ENOENT", to);
    this.change({ inode, from, to });
  }

  unlink(path: string): void {
    this.change({ inode: this.find(path), from: path });
  }

  /** Makes a folder and those above it. Returns the first that was missing. */
  makeFolder(path: string): string | undefined {
    if (this.folders.has(path)) return undefined;
    const first = this.makeFolder(dirname(path));
    this.change({ folder: path });
    return first ?? path;
  }

  list(folder: string): string[] {
    if (!this.folders.has(folder)) throw errorOf("ENOENT", folder);
    const paths = [...this.names.keys()].filter((path) => dirname(path) === folder);
    return paths.map((path) => path.slice(folder.length + 1));
  }

  /** Saves the names in a folder, and with them all changes before its last one. */
  flushFolder(folder: string): void {
    const isIn = (path = "/") => dirname(path) === folder;
    this.save(this.changes.findLastIndex((made) => [made.from, made.to, made.folder].some(isIn)) + 1);
  }

  powerCut(): void {
    const old = this.changes.filter(({ atMs }) => atMs < this.clock.nowMs - WRITEBACK_MS).length;
    this.save(Math.floor(this.random.between(old, this.changes.length + 1)));
    for (const change of this.changes) this.undone.push({ ...change, atMs: this.clock.nowMs });
    this.changes = [];
    this.names = new Map(this.savedNames);
    this.folders = new Set(this.savedFolders);
    for (const inode of new Set(this.names.values())) this.forgetUnsaved(inode);
  }

  private forgetUnsaved(inode: Inode): void {
    if (inode.madeMs < this.clock.nowMs - WRITEBACK_MS) inode.saved ??= inode.text;
    const part = Math.floor(this.random.between(-inode.text.length, inode.text.length));
    inode.saved ??= inode.text.slice(0, Math.max(0, part));
    inode.text = inode.saved;
  }

  private change(what: Omit<Change, "atMs">): void {
    const change = { ...what, atMs: this.clock.nowMs };
    apply(change, this.names, this.folders);
    this.changes.push(change);
    this.made.push(change);
  }

  private save(count: number): void {
    for (const change of this.changes.splice(0, count)) apply(change, this.savedNames, this.savedFolders);
  }
}

function apply({ inode, from, to, folder }: Change, names: Map<string, Inode>, folders: Set<string>): void {
  if (from) names.delete(from);
  if (to && inode) names.set(to, inode);
  if (folder) folders.add(folder);
}
