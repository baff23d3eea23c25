import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, lstat, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bundledBinaries } from '../../src/platform/database/embedded/binaries.js';
import { projectRoot } from '../../src/platform/root.js';
import {
  cleanUp,
  isRoot,
  isRunning,
  programFolder,
  programOf,
  salesIn,
  sellTea,
  start,
  started,
  startProcess,
  tempFolder,
} from '../support/embedded-fixture.js';
import { SERVICE_SCRIPT } from '../support/embedded-process.js';

const NOBODY = 65534;

afterEach(cleanUp);

/**
 * A second project folder with its own PostgreSQL package, as npm installs it with
 * --ignore-scripts.
 */
async function copyCheckout(mode: number): Promise<string> {
  const checkout = await programFolder();
  await chmod(checkout, mode);
  const native = await bundledBinaries().then(found => join(dirname(found.postgres), '..'));
  const packageFolder = dirname(native);
  const inCopy = packageFolder.replace(projectRoot, checkout);
  await cp(packageFolder, inCopy, {
    recursive: true,
    filter: async path => !(await lstat(path)).isSymbolicLink(),
  });
  await symlink(join(projectRoot, 'node_modules/pg'), join(checkout, 'node_modules/pg'));
  for (const path of ['src/platform/database/embedded', SERVICE_SCRIPT, 'package.json']) {
    await cp(join(projectRoot, path), join(checkout, path), { recursive: true });
  }
  return checkout;
}

describe.runIf(isRoot)('started by root', () => {
  it('never runs the server as root', async () => {
    const { pid } = await start(await tempFolder());
    const { uid, gid } = await stat(`/proc/${pid}`);
    expect(uid).toBeGreaterThan(0);
    // As the server's own account: in a container not even root may read it.
    const environment = execFileSync('cat', [`/proc/${pid}/environ`], { uid, gid, cwd: '/' });
    expect(environment.toString().split('\0').filter(Boolean).sort()).toEqual([
      'LC_ALL=C',
      'PATH=/usr/bin:/bin',
      'TZ=UTC',
    ]);
  });

  it('moves the database when only root can enter DATA_DIR', async () => {
    const [locked, accountHome] = [await tempFolder(), await tempFolder()];
    await chmod(locked, 0o700);
    const dataDir = join(locked, 'data');
    const service = startProcess({ dataDir, accountHome });
    const first = await started(service);
    await sellTea(first.url);
    expect(dirname(first.folder)).toBe(accountHome);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(first.folder);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
    expect(await readdir(accountHome)).toHaveLength(1);
    await service.end('SIGTERM');
    expect(await isRunning(first.pid)).toBe(false);

    const second = await started(startProcess({ dataDir, accountHome }));
    expect(second).toMatchObject({ folder: first.folder, adopted: false });
    expect(await salesIn(second.url)).toEqual(['tea']);
    expect(await readdir(accountHome)).toHaveLength(1);
  });

  it('copies the programs once when only root can enter the project', async () => {
    const [dataDir, accountHome] = [await tempFolder(), await programFolder()];
    const checkout = await copyCheckout(0o700);
    const service = startProcess({ dataDir, accountHome, checkout });
    const first = await started(service);
    expect(first.folder).toBe(join(dataDir, 'postgres'));
    const copies = await readdir(accountHome);
    expect(copies).toEqual([expect.stringMatching(/^binaries-linux-\w+-18\.[\w.-]+$/)]);
    const program = await programOf(first.pid);
    expect(program).toBe(join(accountHome, copies[0] ?? '', 'bin/postgres'));
    const { ctimeMs } = await stat(program);
    await service.end('SIGTERM');

    await started(startProcess({ dataDir, accountHome, checkout }));
    expect(await readdir(accountHome)).toEqual(copies);
    expect((await stat(program)).ctimeMs).toBe(ctimeMs);
  });

  it('works for an ordinary user, whose folder another user then cannot take', async () => {
    const dataDir = await tempFolder();
    await chown(dataDir, NOBODY, NOBODY);
    const service = startProcess({ dataDir, uid: NOBODY });
    const first = await started(service);
    expect((await stat(`/proc/${first.pid}`)).uid).toBe(NOBODY);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
    await service.end('SIGTERM');

    const stranger = await startProcess({ dataDir, uid: NOBODY - 1 }).outcome;
    expect(stranger.refused).toBe(
      `The database in DATA_DIR ${dataDir} belongs to another user; ` +
        'start Tillhouse as that user or set DATA_DIR to another folder.',
    );
    const asRoot = await start(dataDir);
    expect((await stat(`/proc/${asRoot.pid}`)).uid).toBe(NOBODY);
    await asRoot.stop();
    expect((await started(startProcess({ dataDir, uid: NOBODY }))).adopted).toBe(false);
  });

  it('works for an ordinary user who cannot repair packages without their links', async () => {
    const dataDir = await programFolder();
    await chown(dataDir, NOBODY, NOBODY);
    const checkout = await copyCheckout(0o755);
    const { pid } = await started(startProcess({ dataDir, checkout, uid: NOBODY }));
    expect(await programOf(pid)).toMatch(
      new RegExp(`^${dataDir}/binaries-linux-[^/]+/bin/postgres$`),
    );
  });
});
