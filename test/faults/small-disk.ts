import { execFile } from 'node:child_process';
import { chmod, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from '../support/postgres.js';

const run = promisify(execFile);
const SIZE = '320m';

export type SmallDisk = {
  folder: string;
  /** Fills the disk up to this many free bytes. */
  fill(leaveBytes: number): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
};

/** Only root may mount, and not in every container. */
export async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const disk = await mountSmallDisk();
    await disk.unmount();
    return true;
  } catch {
    return false;
  }
}

/** A file system in memory that is small enough to fill at once. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await makeTempFolder();
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0711`, 'tmpfs', folder]);
  await chmod(folder, 0o711);
  const filler = join(folder, 'filler');
  const free = (): Promise<void> => rm(filler, { force: true });
  return {
    folder,
    fill: async leaveBytes => {
      const file = await open(filler, 'a');
      try {
        const block = Buffer.alloc(65_536);
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          const left = bavail * bsize - leaveBytes;
          if (left <= 0) return;
          await file.write(left < block.length ? block.subarray(0, left) : block);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free,
    unmount: async () => {
      await run('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
