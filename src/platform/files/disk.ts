import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, UNFINISHED } from './file-store.js';

/** Two characters give 256 folders, so that none grows to a million files. */
const FOLDER_LENGTH = 2;

/** Other users of the machine read neither names nor content. */
const OWNER_ONLY = 0o700;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

export function createDiskStore(folder: string): FileStore {
  closeToOthers(folder);
  const pathOf = (name: string): string => join(folder, name.slice(0, FOLDER_LENGTH), name);

  return {
    put: async (name, content) => {
      const path = pathOf(name);
      const draft = `${path}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
      await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
      const handle = await open(draft, 'wx');
      try {
        await handle.writeFile(content);
        // The record is committed next, so the bytes must survive a power failure too.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, path);
    },
    open: async name => {
      try {
        const handle = await open(pathOf(name), 'r');
        const { size } = await handle.stat();
        return { bytes: size, content: handle.createReadStream() };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: async names => {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    list: () => filesBelow(folder),
  };
}

/** Folders of earlier releases were open to others; what is in a closed folder is closed as well. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, OWNER_ONLY);
  } catch (error) {
    // Only its owner may change a folder that somebody else prepared.
    if (!isMissing(error) && (error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

async function* filesBelow(folder: string): AsyncGenerator<{ name: string; writtenAt: Date }> {
  for (const part of await namesIn(folder)) {
    for (const name of await namesIn(join(folder, part))) {
      const found = await stat(join(folder, part, name)).catch(() => undefined);
      if (found?.isFile()) yield { name, writtenAt: found.mtime };
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
