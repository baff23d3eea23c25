import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * A backup is one gzip file of lines and length-prefixed chunks:
 *
 *   {"format":"tillhouse-backup","version":1,…}      format and schema
 *   {"table":"public.stores","columns":[…]}          then its rows in COPY format:
 *   <bytes>\n<that many bytes>…  0\n                 chunks, the last one empty
 *   {"file":"3f…-640.webp"}                          then its content in such chunks
 *   {"rows":{…},"sequences":{…}}                     expected row counts
 *   <sha256 of all bytes before>\n
 */
export const FORMAT = 'tillhouse-backup';
/** Version 1 had no files. */
export const FORMAT_VERSION = 2;
const READABLE = [1, FORMAT_VERSION];

export type Header = {
  format: string;
  version: number;
  createdAt: string;
  /** Version of the service that wrote it. */
  service: string;
  migrations: { name: string; checksum: string }[];
  queueLevel: number;
  /** Fingerprint of the SECRET_KEY the data belongs to. */
  keyMark: string;
  /** First and last month of each partitioned table. */
  months: Record<string, { first: string; last: string }>;
};
export type TableStart = { table: string; columns: string[] };
export type FileStart = { file: string };
export type Trailer = {
  rows: Record<string, number>;
  sequences: Record<string, number>;
  files?: number;
};

const PIECE_BYTES = 65_536;

export type BackupWriter = {
  line(value: object): void;
  /** Returns a promise if the disk is slower than the database. */
  rows(chunk: Buffer): Promise<void> | undefined;
  endRows(): void;
  /** Flushes to disk, renames to the final name and returns the checksum. */
  finish(): Promise<string>;
  abandon(): Promise<void>;
};

/** Writes to `path.part` and renames when complete; readable by the owner only. */
export async function createBackupFile(path: string): Promise<BackupWriter> {
  if (await stat(path).catch(() => undefined)) throw new Error(`${path} exists already.`);
  const draft = `${path}.part`;
  const gzip = createGzip({ level: 5 });
  const written = pipeline(gzip, createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
  // finish() awaits it; until then a full disk must not end the process.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let size = 0;

  const put = (data: Buffer | string): boolean => {
    hash.update(data);
    return gzip.write(data);
  };
  const putPiece = (): boolean => {
    if (size === 0) return true;
    put(`${size}\n`);
    const isTaken = put(Buffer.concat(waiting, size));
    waiting = [];
    size = 0;
    return isTaken;
  };
  return {
    line: value => void put(`${JSON.stringify(value)}\n`),
    rows: chunk => {
      waiting.push(Buffer.from(chunk));
      size += chunk.length;
      if (size < PIECE_BYTES || putPiece()) return undefined;
      return Promise.race([once(gzip, 'drain').then(() => undefined), written]);
    },
    endRows: () => {
      putPiece();
      put('0\n');
    },
    finish: async () => {
      const checksum = hash.digest('hex');
      gzip.end(`${checksum}\n`);
      await written;
      const handle = await open(draft, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(draft, path);
      return checksum;
    },
    abandon: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

export type BackupReader = {
  header: Header;
  /** The next table, or undefined after the last; then `file` takes over. */
  table(): Promise<TableStart | undefined>;
  /** The next file, or undefined after the last. */
  file(): Promise<FileStart | undefined>;
  /** All rows of the current table, or the bytes of the current file. */
  rows(): AsyncIterable<Buffer>;
  /** Verifies the checksum and returns the trailer. */
  finish(): Promise<Trailer>;
  close(): void;
};

export async function openBackupFile(path: string): Promise<BackupReader> {
  const source = new Source(path);
  const header = (await source.json().catch(() => ({}))) as Header;
  if (header.format !== FORMAT) throw new Error(`${path} is not a Tillhouse backup.`);
  if (!READABLE.includes(header.version)) {
    throw new Error(
      `${path} has backup format ${header.version}; this version reads ${FORMAT_VERSION}.`,
    );
  }
  let trailer: Trailer | undefined;
  let ahead: FileStart | Trailer | undefined;
  return {
    header,
    table: async () => {
      const next = (await source.json()) as TableStart | FileStart | Trailer;
      if ('table' in next) return next;
      ahead = next;
      return undefined;
    },
    file: async () => {
      const next = ahead ?? ((await source.json()) as FileStart | Trailer);
      ahead = undefined;
      if ('file' in next) return next;
      trailer = next;
      return undefined;
    },
    rows: async function* () {
      for (;;) {
        const size = Number(await source.line());
        if (!Number.isSafeInteger(size)) throw broken();
        if (size === 0) return;
        yield await source.bytes(size);
      }
    },
    finish: async () => {
      const expected = source.checksum();
      if (trailer === undefined || (await source.line()) !== expected) throw broken();
      if (!(await source.isAtEnd())) throw broken();
      return trailer;
    },
    close: () => source.close(),
  };
}

const broken = (): Error =>
  new Error('The backup is damaged: its checksum is wrong or its end is missing.');

/** Reads lines and byte ranges from a gzip file, with a running checksum. */
class Source {
  readonly #file;
  readonly #gunzip = createGunzip();
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #ahead = Buffer.alloc(0);

  constructor(path: string) {
    this.#file = createReadStream(path);
    this.#file.on('error', error => this.#gunzip.destroy(error));
    this.#file.pipe(this.#gunzip);
    this.#chunks = this.#gunzip[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') ? broken() : error;
    });
    if (next.done) return false;
    this.#ahead = Buffer.concat([this.#ahead, next.value]);
    return true;
  }

  #take(size: number): Buffer {
    const taken = this.#ahead.subarray(0, size);
    this.#ahead = this.#ahead.subarray(size);
    this.#hash.update(taken);
    return taken;
  }

  async line(): Promise<string> {
    for (let end = -1; ; ) {
      end = this.#ahead.indexOf(0x0a);
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end);
      if (!(await this.#more())) throw broken();
    }
  }

  async json(): Promise<unknown> {
    const text = await this.line();
    try {
      return JSON.parse(text);
    } catch {
      throw broken();
    }
  }

  async bytes(size: number): Promise<Buffer> {
    while (this.#ahead.length < size) if (!(await this.#more())) throw broken();
    return this.#take(size);
  }

  async isAtEnd(): Promise<boolean> {
    return this.#ahead.length === 0 && !(await this.#more());
  }

  checksum(): string {
    return this.#hash.copy().digest('hex');
  }

  close(): void {
    this.#file.destroy();
    this.#gunzip.destroy();
  }
}
