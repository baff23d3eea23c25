import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes on file. Written again with UPDATE_GOLDEN=1; read the difference before it is committed. */
export async function golden(file: URL, bytes: Buffer): Promise<Buffer> {
  if (process.env.UPDATE_GOLDEN === '1') {
    await mkdir(dirname(file.pathname), { recursive: true });
    await writeFile(file, bytes);
  }
  return readFile(file);
}
