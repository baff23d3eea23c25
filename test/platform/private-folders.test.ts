import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStore } from '../../src/platform/files/index.js';
import { testConfig } from '../support/config.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillhouse-data-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const modeOf = async (...path: string[]): Promise<string> =>
  ((await stat(join(dataDir, ...path))).mode & 0o777).toString(8);
const open = () => createFileStore(testConfig({ DATA_DIR: dataDir }));

it('the folders of pictures are created for the owner only', async () => {
  await open().put('abcdef', Buffer.from('picture'));
  expect([await modeOf('media'), await modeOf('media', 'ab')]).toEqual(['700', '700']);
});

it('a folder of an earlier release is closed to others at the start', async () => {
  await mkdir(join(dataDir, 'media'));
  await chmod(join(dataDir, 'media'), 0o755);
  open();
  expect(await modeOf('media')).toBe('700');
});
