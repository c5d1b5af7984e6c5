import { errorOf, type Inode } from "./disk";
import type { Process } from "./process";

type Done<T> = (error: unknown, result?: T) => void;

const call = <T>(promise: Promise<T>, done: Done<T>) =>
  void promise.then((result) => done(null, result), done);

const FOLDER = { ino: 1, dev: 1, size: 0, mtimeMs: 0, ctimeMs: 0, isFile: () => false };

const describe = ({ number: ino, text, writtenMs, isListening }: Inode) => ({
  ...{ ino, dev: 1, size: text.length, mtimeMs: writtenMs, ctimeMs: writtenMs },
  isFile: () => !isListening,
});

/** What `node:fs` and `node:fs/promises` are to a process, as far as the outbox uses them. */
export function makeFileSystem(process: Process) {
  const { disk } = process.world;
  /** The paths of open files and folders. */
  const opened = new Map<number, string>();
  let descriptors = 10;

  const status = (path: string) =>
    process.operate(path, () => (disk.folders.has(path) ? FOLDER : describe(disk.find(path))));

  const open = (path: string) =>
    process.operate(path, () => {
      if (!disk.folders.has(path)) disk.find(path);
      opened.set(++descriptors, path);
      return descriptors;
    });

  /** The kernel's `/proc/self/fd/N/NAME`: a path in an open folder. */
  const realPath = (path: string) =>
    path.replace(/^\/proc\/self\/fd\/(\d+)/, (_, descriptor) => opened.get(Number(descriptor)) ?? "/gone");

  /** Three operations, as in the kernel: a crash between them leaves an empty or an unsaved file. */
  async function writeFile(path: string, text: string, { flush = false }): Promise<void> {
    const inode = await process.operate(path, () => disk.create(path), true);
    await process.operate(path, () => Object.assign(inode, { text }), true);
    if (flush) await process.operate(path, () => Object.assign(inode, { saved: inode.text }), true);
  }

  const promises = {
    lstat: status,
    stat: status,
    link: (from: string, to: string) => process.operate(to, () => disk.link(from, to), true),
    mkdir: (path: string) => process.operate(path, () => disk.makeFolder(path), true),
    readdir: (path: string) => process.operate(path, () => disk.list(path)),
    readFile: (path: string) => process.operate(path, () => disk.find(path).text),
    rename: (from: string, to: string) => process.operate(to, () => disk.rename(from, to)),
    unlink: (path: string) => process.operate(path, () => disk.unlink(path)),
    open: async (path: string) => {
      const fd = await open(path);
      return { fd, close: async () => void opened.delete(fd) };
    },
  };
  const callbacks = {
    open: (path: string, _: string, done: Done<number>) => call(open(path), done),
    writeFile: (path: string, text: string, options: object, done: Done<void>) =>
      call(writeFile(path, text, options), done),
    fsync: (descriptor: number, done: Done<void>) => {
      const path = opened.get(descriptor) ?? "";
      call(
        process.operate(path, () => disk.flushFolder(path), true),
        done,
      );
    },
    close: (descriptor: number, done: Done<void>) =>
      done(opened.delete(descriptor) ? null : errorOf("EBADF")),
  };
  return { promises, callbacks, realPath };
}
