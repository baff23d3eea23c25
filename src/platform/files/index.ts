import { join } from 'node:path';
import type { Config } from '../../config.js';
import { createDiskStore } from './disk.js';
import type { FileStore } from './file-store.js';

export { createDiskStore } from './disk.js';
export { type FileStore, UNFINISHED } from './file-store.js';

export const createFileStore = ({ dataDir }: Pick<Config, 'dataDir'>): FileStore =>
  createDiskStore(join(dataDir, 'media'));
