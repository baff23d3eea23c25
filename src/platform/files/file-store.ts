import type { Readable } from 'node:stream';

export type StoredFile = { bytes: number; content: Readable };

/** Files that are written once and never changed. Names consist of a-z, 0-9, `-` and `.`. */
export type FileStore = {
  /** A file is complete or absent, also after a crash. */
  put(name: string, content: Buffer): Promise<void>;
  open(name: string): Promise<StoredFile | undefined>;
  /** Names that do not exist are skipped. */
  remove(names: readonly string[]): Promise<void>;
  /** All files, those of interrupted writes included. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>;
};

/** Ends the name of a file that is still being written. */
export const UNFINISHED = '.part';
