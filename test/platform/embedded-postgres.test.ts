import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bundledBinaries } from '../../src/platform/database/embedded/binaries.js';
import { runningEmbeddedPostgres } from '../../src/platform/database/embedded/running.js';
import {
  cleanUp,
  eventually,
  isRoot,
  isRunning,
  query,
  salesIn,
  sellTea,
  start,
  started,
  startProcess,
  tempFolder,
} from '../support/embedded-fixture.js';
import type { ServiceProcess } from '../support/embedded-process.js';
import { startTestPostgres } from '../support/postgres.js';

afterEach(cleanUp);

describe('the embedded PostgreSQL', () => {
  it('keeps sales across a stop and a start', async () => {
    const dataDir = await tempFolder();
    const first = await start(dataDir);
    await sellTea(first.url);
    expect(await runningEmbeddedPostgres(dataDir)).toBe(first.url);
    await first.stop();
    expect(await isRunning(first.pid)).toBe(false);
    expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();

    const second = await start(dataDir);
    expect(second).toMatchObject({ adopted: false, folder: join(dataDir, 'postgres') });
    expect(second.url).toBe(first.url);
    expect(await salesIn(second.url)).toEqual(['tea']);
  });

  it('protects the data: checksums, fsync and full pages are on, in UTF-8 and UTC', async () => {
    const { url } = await start(await tempFolder());
    const names = ['data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit'];
    for (const name of names) expect(await query(url, `SHOW ${name}`)).toEqual([{ [name]: 'on' }]);
    expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await query(url, 'SHOW "TimeZone"')).toEqual([{ TimeZone: 'UTC' }]);
    expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await query(url, "SELECT upper('café ö') AS name")).toEqual([{ name: 'CAFÉ Ö' }]);
  });

  it('hides the password from other users and refuses connections without it', async () => {
    const dataDir = await tempFolder();
    const { url, folder } = await start(dataDir);
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'socket'))).mode & 0o777).toBe(0o700);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('works in a folder with a long name of special characters', async () => {
    const outer = await tempFolder();
    const dataDir = join(outer, `"tea, coffee" & 100% ${'x'.repeat(100)}`);
    const postgres = await start(dataDir);
    const socketFolder = new URL(postgres.url).searchParams.get('host') ?? '';
    expect(dirname(socketFolder)).toBe(tmpdir());
    expect(await runningEmbeddedPostgres(dataDir)).toBe(postgres.url);
    await sellTea(postgres.url);
    expect(await salesIn(postgres.url)).toEqual(['tea']);
    await postgres.stop();
    await expect(lstat(socketFolder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('works in a folder with a short name of special characters', async () => {
    const dataDir = join(await tempFolder(), 'a "b", c%41');
    const { url, folder } = await start(dataDir);
    expect(new URL(url).searchParams.get('host')).toBe(join(folder, 'socket'));
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports in one sentence that a platform has no bundled PostgreSQL', async () => {
    await expect(bundledBinaries('sunos', 'sparc')).rejects.toThrow(
      /^There is no bundled PostgreSQL for sunos on sparc; set DATABASE_URL to a PostgreSQL server\.$/,
    );
  });

  it('does not overwrite a folder that is no database', async () => {
    const dataDir = await tempFolder();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'diary.txt'), 'dear diary');
    await expect(start(dataDir)).rejects.toThrow('exists but holds no complete database');
    expect(await readdir(dataDir)).toEqual(['postgres']);
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['diary.txt']);
  });

  it('gives tests a temporary server and removes all its files', async () => {
    const { url, stop } = await startTestPostgres();
    expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
    const socketFolder = new URL(url).searchParams.get('host') ?? '';
    await stop();
    await expect(lstat(dirname(dirname(socketFolder)))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('one service per DATA_DIR', () => {
  it('refuses a second service while the first runs, without an effect on the first', async () => {
    const dataDir = await tempFolder();
    const first = startProcess({ dataDir });
    const { url, pid } = await started(first);
    await sellTea(url);

    await expect(start(dataDir)).rejects.toThrow(
      new Error(
        `Another Tillhouse (pid ${first.pid}) is already running on DATA_DIR ${dataDir}; ` +
          'stop it or set DATA_DIR to another folder.',
      ),
    );
    expect(await salesIn(url)).toEqual(['tea']);
    expect(await isRunning(pid)).toBe(true);
  });

  it.for([
    { where: 'in DATA_DIR', mode: 0o711 },
    { where: 'outside a DATA_DIR that only root can enter', mode: 0o700, rootOnly: true },
  ])('lets exactly one of two concurrent first starts win ($where)', async (kind, { skip }) => {
    skip(kind.rootOnly === true && !isRoot, 'only root has an account to lend');
    const [dataDir, accountHome] = [await tempFolder(), await tempFolder()];
    await chmod(dataDir, kind.mode);
    const rivals = [startProcess({ dataDir, accountHome }), startProcess({ dataDir, accountHome })];
    const outcomes = await Promise.all(rivals.map(rival => rival.outcome));
    const winner = outcomes.findIndex(outcome => outcome.started);
    const { url } = await started(rivals[winner] as ServiceProcess);
    expect(outcomes[1 - winner]?.refused).toBe(
      `Another Tillhouse (pid ${rivals[winner]?.pid}) is already running on DATA_DIR ${dataDir}; ` +
        'stop it or set DATA_DIR to another folder.',
    );
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
    expect(await readdir(accountHome)).toHaveLength(kind.rootOnly ? 1 : 0);
  });

  it('removes the files of a first start that was killed half-way', async () => {
    const dataDir = await tempFolder();
    const half = startProcess({ dataDir });
    await eventually(async () => {
      const drafts = (await readdir(dataDir)).filter(name => name.startsWith('postgres.new-'));
      await lstat(join(dataDir, drafts[0] ?? 'none', 'data', 'base'));
    });
    half.outcome.catch(() => {});
    await half.end('SIGKILL');
    // Its child processes run on for a moment and would write into the removed folder.
    await eventually(async () => expect(await processesIn(dataDir)).toEqual([]));
    expect(await readdir(dataDir)).not.toContain('postgres');
    const { url } = await start(dataDir);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });
});

/** Processes with this folder as an argument, where the system shows them. */
async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map(id => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter(line => line.includes(folder));
}
