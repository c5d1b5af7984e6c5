import { promisify } from "node:util";
import type { Inode } from "./disk";
import type { Process } from "./process";

const [yes, no] = [() => true, () => false];
const FOLDER = { ino: 1, dev: 1, size: 0, mtimeMs: 0, ctimeMs: 0, isFile: no };
function describe({ number: ino, text, writtenMs: at, isListening }: Inode) {
  const isFile = isListening ? no : yes;
  return { ino, dev: 1, size: text.length, mtimeMs: at, ctimeMs: at, isFile };
}

/** A function with a callback, of which only what `promisify` makes is called. */
const promised = (call: unknown) => Object.assign(() => {}, { [promisify.custom]: call });

/** What `node:fs` and `node:fs/promises` are to a process, as far as the outbox uses them. */
export function makeFileSystem(process: Process) {
  const { disk } = process.world;
  /** The paths of open folders. */
  const opened = new Map<number, string>();
  const status = (path: string) =>
    process.operate(path, "look", () => (disk.folders.has(path) ? FOLDER : describe(disk.find(path))));
  const open = (path: string) =>
    process.operate(path, "read", () => {
      if (!disk.folders.has(path)) disk.find(path);
      opened.set(10 + opened.size, path);
      return 9 + opened.size;
    });

  /** Three operations, as in the kernel: a crash between them leaves an empty or an unsaved file. */
  async function writeFile(path: string, text: string, { flush = false }): Promise<void> {
    const inode = await process.operate(path, "write", () => disk.create(path));
    await process.operate(path, "write", () => Object.assign(inode, { text }));
    if (flush) await process.operate(path, "write", () => Object.assign(inode, { saved: inode.text }));
  }

  async function fsync(descriptor: number): Promise<void> {
    const path = opened.get(descriptor) ?? "";
    await process.operate(path, "write", () => disk.flushFolder(path));
  }

  return {
    /** The path that `/proc/self/fd/N/NAME` means: a name in an open folder. */
    realPath: (path: string) =>
      path.replace(/^\/proc\/self\/fd\/(\d+)/, (_, open) => opened.get(Number(open)) ?? ""),
    callbacks: {
      open: promised(open),
      writeFile: promised(writeFile),
      fsync: promised(fsync),
      close: promised(async () => {}),
    },
    promises: {
      lstat: status,
      stat: status,
      link: (from: string, to: string) => process.operate(to, "write", () => disk.link(from, to)),
      mkdir: (path: string) => process.operate(path, "write", () => disk.makeFolder(path)),
      readdir: (path: string) => process.operate(path, "read", () => disk.list(path)),
      readFile: (path: string) => process.operate(path, "read", () => disk.find(path).text),
      rename: (from: string, to: string) => process.operate(to, "rename", () => disk.rename(from, to)),
      unlink: (path: string) => process.operate(path, "rename", () => disk.unlink(path)),
      open: async (path: string) => ({ fd: await open(path), close: async () => {} }),
    },
  };
}
