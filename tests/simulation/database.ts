import type pg from "pg";
import { DROP_TABLES } from "../postgres";
import type { Clock } from "./clock";
import { errorOf, type Inode, type makeDisk } from "./disk";

/** A connection of a process, and whether it is closed. */
export type Session = { process: { ended?: object; isFrozen: () => boolean }; isClosed: boolean };
/** `dir`: where the files are that show what is committed. */
type Place = { clock: Clock; disk: ReturnType<typeof makeDisk>; dir: string };

/**
 * A real PostgreSQL for the sites of a scenario. Its time is the scenario's, and time stands still while it works. Transactions run one
 * after the other: one of a process that has ended or stands still is rolled back. What is committed shows as files, too, as if
 * the outbox were a folder.
 */
export class Database {
  private holder?: Session;
  private files = new Map<string, { path: string; text: string }>();

  private constructor(
    private readonly client: pg.Client,
    private readonly place: Place,
  ) {}

  /** Empties the server that is there for a new scenario. */
  static async empty(client: pg.Client, place: Place): Promise<Database> {
    await client.query(DROP_TABLES);
    for (const folder of ["tmp", "new", "sent", "dead"]) place.disk.makeFolder(`${place.dir}/${folder}`);
    place.disk.flushFolder(place.dir);
    return new Database(client, place);
  }

  private async run(text: string, values: readonly unknown[] = []) {
    const { clock } = this.place;
    const sql = text.replaceAll("clock_timestamp()", `to_timestamp(${clock.nowMs / 1000}::float8)`);
    return clock.outside(values.length > 0 ? this.client.query(sql, [...values]) : this.client.query(sql));
  }

  /** Does a statement of a session. Throws what the server reports. */
  async execute(session: Session, text: string, values: readonly unknown[]) {
    if (session.isClosed) throw errorOf("ECONNRESET");
    if (text.startsWith("BEGIN")) await this.take(session);
    const isInside = this.holder === session;
    if (!isInside && /^(COMMIT|ROLLBACK)$/.test(text)) throw errorOf("ECONNRESET");
    if (!isInside && this.holder) await this.take(session, true);
    const result = await this.run(text, values);
    if (text === "COMMIT" || text === "ROLLBACK") this.holder = undefined;
    if (text === "COMMIT") await this.show();
    return result;
  }

  /** Waits for its turn. */
  private async take(session: Session, isReading = false): Promise<void> {
    const { clock } = this.place;
    const endMs = clock.nowMs + 1_000;
    for (; this.holder; await clock.sleep(5)) {
      const { process, isClosed } = this.holder;
      if (isClosed || process.ended || process.isFrozen()) await this.rollBack(this.holder);
      else if (clock.nowMs > endMs) throw Object.assign(errorOf("57014"), { severity: "ERROR" });
    }
    if (!isReading) this.holder = session;
  }

  private async rollBack(session: Session): Promise<void> {
    session.isClosed = true;
    if (this.holder !== session) return;
    await this.run("ROLLBACK");
    if (this.holder === session) this.holder = undefined;
  }

  close(session: Session): void {
    void this.rollBack(session);
  }

  /** Shows all requests as files. */
  private async show(): Promise<void> {
    const { disk, dir } = this.place;
    const { rows } = await this.run("SELECT id, status, stored AS text FROM quote_request ORDER BY id");
    const gone = new Set(this.files.keys());
    for (const { id, status, text } of rows) {
      gone.delete(id);
      const path = `${dir}/${status}/${id}.json`;
      const before = this.files.get(id);
      this.files.set(id, { path, text });
      if (before && before.path !== path) disk.rename(before.path, path);
      if (before?.text === text) continue;
      const inode: Inode = disk.create(`${dir}/tmp/${id}-${disk.made.length}`, text);
      inode.saved = text;
      disk.rename([...disk.names].find(([, each]) => each === inode)?.[0] ?? "", path);
    }
    for (const id of gone) {
      disk.unlink(this.files.get(id)?.path ?? "");
      this.files.delete(id);
    }
    for (const folder of ["new", "sent", "dead", "tmp"]) disk.flushFolder(`${dir}/${folder}`);
  }
}
