import { join } from 'node:path';
import type { Config } from '../../config.js';
import { createDiskStore } from './disk.js';
import type { FileStore } from './file-store.js';
import { createS3Store } from './s3.js';

export { createDiskStore } from './disk.js';
export { type FileStore, UNFINISHED } from './file-store.js';

export const createFileStore = ({ dataDir, mediaS3 }: Config): FileStore =>
  mediaS3 === undefined ? createDiskStore(join(dataDir, 'media')) : createS3Store(mediaS3);
