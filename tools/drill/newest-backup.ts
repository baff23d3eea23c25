import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The file itself, or the newest `*.backup` of a folder. */
export async function newestBackup(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path;
  const names = (await readdir(path)).filter(name => name.endsWith('.backup'));
  const files = await Promise.all(
    names.map(async name => ({ name, at: (await stat(join(path, name))).mtimeMs })),
  );
  const newest = files.sort((a, b) => b.at - a.at)[0];
  if (newest === undefined) throw new Error(`${path} contains no file *.backup.`);
  return join(path, newest.name);
}
