import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { runningEmbeddedPostgres } from '../../src/platform/database/embedded/running.js';
import {
  cleanUp,
  eventually,
  initializedDataDir,
  isRoot,
  isRunning,
  query,
  removeTemplate,
  salesIn,
  sellTea,
  start,
  started,
  startProcess,
} from '../support/embedded-fixture.js';

afterEach(cleanUp);
afterAll(removeTemplate);

describe('after a kill -9 of the service', () => {
  async function orphan(dataDir: string) {
    const service = startProcess({ dataDir });
    const server = await started(service);
    await sellTea(server.url);
    await service.end('SIGKILL');
    return server;
  }

  it('adopts the server that is still running', async () => {
    const dataDir = await initializedDataDir();
    const left = await orphan(dataDir);
    const postgres = await start(dataDir);
    expect(postgres).toMatchObject({ adopted: true, pid: left.pid, url: left.url });
    expect(await salesIn(postgres.url)).toEqual(['tea']);
    await postgres.stop();
    expect(await isRunning(left.pid)).toBe(false);
  });

  it('waits for a server that is shutting down and starts a new one', async () => {
    const dataDir = await initializedDataDir();
    const left = await orphan(dataDir);
    process.kill(left.pid, 'SIGINT');
    const postgres = await start(dataDir);
    expect(postgres.adopted).toBe(false);
    expect(await salesIn(postgres.url)).toEqual(['tea']);
  });

  it('replaces a server that is alive but does not answer', async () => {
    const dataDir = await initializedDataDir();
    const left = await orphan(dataDir);
    process.kill(left.pid, 'SIGSTOP');
    const postgres = await start(dataDir);
    expect(postgres.adopted).toBe(false);
    expect(await isRunning(left.pid)).toBe(false);
    expect(await salesIn(postgres.url)).toEqual(['tea']);
  });

  it('starts when the server was killed too', async () => {
    const dataDir = await initializedDataDir();
    const left = await orphan(dataDir);
    process.kill(left.pid, 'SIGKILL');
    const postgres = await start(dataDir);
    expect(postgres.adopted).toBe(false);
    expect(await salesIn(postgres.url)).toEqual(['tea']);
  });

  it('starts, and kills nothing, when the old pid belongs to another program', async () => {
    const dataDir = await initializedDataDir();
    const first = await start(dataDir);
    await sellTea(first.url);
    await first.stop();
    const { uid, gid } = await stat(join(first.folder, 'data'));
    const stranger = spawn('sleep', ['60'], { cwd: '/', ...(isRoot && { uid, gid }) });
    const socket = join(first.folder, 'socket');
    const lines = [stranger.pid, join(first.folder, 'data'), 1, 54329, socket, '', '', 'ready'];
    for (const file of ['data/postmaster.pid', 'socket/.s.PGSQL.54329.lock']) {
      await writeFile(join(first.folder, file), `${lines.join('\n')}\n`, { mode: 0o600 });
      await chown(join(first.folder, file), uid, gid);
    }

    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await salesIn(second.url)).toEqual(['tea']);
    expect(await isRunning(stranger.pid ?? 0)).toBe(true);
    stranger.kill();
    await once(stranger, 'exit');
  });
});

describe('when PostgreSQL dies while the service runs', () => {
  /** The new server answers and the lock is held again. */
  async function isBack(postgres: EmbeddedPostgres, oldPid: number): Promise<void> {
    await eventually(async () => {
      expect(postgres.pid).not.toBe(oldPid);
      const locks = "SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'";
      expect(await query(postgres.url, locks)).toEqual([{ held: 1 }]);
    });
  }

  it.each(['SIGKILL', 'SIGQUIT', 'SIGTERM'] as const)('restarts after %s', async signal => {
    const postgres = await start(await initializedDataDir());
    const oldPid = postgres.pid;
    await sellTea(postgres.url);
    process.kill(oldPid, signal);
    await isBack(postgres, oldPid);
    expect(await salesIn(postgres.url)).toEqual(['tea']);
  });

  it('restarts when the server was an adopted one', async () => {
    const dataDir = await initializedDataDir();
    const service = startProcess({ dataDir });
    const { pid } = await started(service);
    await service.end('SIGKILL');
    const postgres = await start(dataDir);
    expect(postgres).toMatchObject({ adopted: true, pid });
    process.kill(pid, 'SIGKILL');
    await isBack(postgres, pid);
  });

  it('restarts although a busy session outlives the server', async () => {
    const postgres = await start(await initializedDataDir());
    const oldPid = postgres.pid;
    const busy = query(postgres.url, 'SELECT count(*) FROM generate_series(1, 100000000000)');
    busy.catch(() => {});
    await eventually(async () => {
      const sql =
        "SELECT 1 AS found FROM pg_stat_activity WHERE query LIKE '%generate_series(1,%' AND pid <> pg_backend_pid()";
      expect(await query(postgres.url, sql)).toEqual([{ found: 1 }]);
    });
    process.kill(oldPid, 'SIGKILL');
    await isBack(postgres, oldPid);
  });

  it('takes the lock again when only its session was ended', async () => {
    const dataDir = await initializedDataDir();
    const postgres = await start(dataDir);
    const { pid } = postgres;
    await query(
      postgres.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tillhouse-lock%'",
    );
    await eventually(() => expect(start(dataDir)).rejects.toThrow('Another Tillhouse'));
    expect(postgres.pid).toBe(pid);
  });

  it('stays down after stop', async () => {
    const dataDir = await initializedDataDir();
    const postgres = await start(dataDir);
    process.kill(postgres.pid, 'SIGKILL');
    await sleep(30);
    await postgres.stop();
    await sleep(500);
    expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();
  });
});
