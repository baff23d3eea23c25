import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Connection,
  connect,
  isDatabaseUnavailable,
} from '../../src/platform/database/connect.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/index.js';
import { HostClient } from '../../src/platform/database/host-client.js';
import { clientTarget } from '../../src/platform/database/host-set.js';
import { createLeaderLock } from '../../src/platform/database/leader-lock.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { asFailure } from '../../src/platform/http/envelope.js';
import { claimKey, settleKey } from '../../src/platform/http/idempotency-repository.js';
import { newId } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log.js';
import { makeQuickFolder } from '../support/postgres.js';
import { socketOf, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const log = createLog('silent');
const SETTLE = { timeout: 20_000, interval: 100 };

/** Two servers with one login; a server that refuses writes stands for a standby. */
type Server = { postgres: EmbeddedPostgres; folder: string; proxy: TcpProxy; admin: pg.Client };

async function startServer(): Promise<Server> {
  const folder = await makeQuickFolder();
  const settings = { fsync: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`create role shop login superuser password 'shop'`);
  await admin.query('create table written (n int)');
  const proxy = await startTcpProxy(() => socketOf(server.postgres.url));
  const server: Server = { postgres, folder, proxy, admin };
  return server;
}

describe('a database with several hosts', () => {
  let servers: [Server, Server];
  let connection: Connection;
  let url: string;

  beforeAll(async () => {
    servers = [await startServer(), await startServer()];
    const hosts = servers.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join(',');
    const { pathname } = new URL(servers[0].postgres.url);
    url = `postgres://shop:shop@${hosts}${pathname}?target_session_attrs=read-write`;
  });
  beforeEach(async () => {
    await promote(0);
    for (const { admin } of servers) await admin.query('truncate written');
    connection = connect(url, { poolSize: 4, log });
    return () => connection.close();
  });
  afterAll(async () => {
    for (const { postgres, folder, proxy, admin } of servers ?? []) {
      await admin.end();
      await proxy.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  /** The number of the server that accepts writes from now on; undefined: none does. */
  const promote = async (primary: number | undefined): Promise<void> => {
    for (const [at, server] of servers.entries()) await setReadOnly(server, at !== primary);
  };
  const setReadOnly = async (server: Server, isReadOnly: boolean): Promise<void> => {
    const refuses = isReadOnly ? 'on' : 'off';
    await server.admin.query(`alter system set default_transaction_read_only = ${refuses}`);
    await server.admin.query('select pg_reload_conf()');
    await expect.poll(async () => (await readOnly(server)).at(0), SETTLE).toBe(refuses);
  };
  const readOnly = async ({ postgres }: Server): Promise<string[]> => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query('show transaction_read_only').finally(() => client.end());
    return rows.map(row => row.transaction_read_only);
  };
  const write = (n: number) =>
    atomically(connection.db, async tx => {
      await statement(tx, 'insert into written values ($1)', [n]);
    });
  const written = () =>
    Promise.all(
      servers.map(async ({ admin }) => {
        const { rows } = await admin.query('select n from written order by n');
        return rows.map(({ n }) => n);
      }),
    );

  it('is written where writes are accepted, wherever that host stands in the list', async () => {
    await promote(1);
    await write(1);
    expect(await written()).toEqual([[], [1]]);
  });

  it('is written at the new primary at once when the one before refuses writes', async () => {
    await Promise.all([write(1), write(2), write(3)]);
    await promote(1);
    await Promise.all([write(4), write(5), write(6), write(7)]);
    expect(await written()).toEqual([
      [1, 2, 3],
      [4, 5, 6, 7],
    ]);
  });

  it('leaves a primary that has become silent, and takes the leader lock at the new one', async () => {
    const lock = createLeaderLock(url, 4_711);
    await write(1);
    expect(await lock.isHeld()).toBe(true);
    servers[0].proxy.stall();
    await promote(1);
    const holders = () =>
      servers[1].admin.query(
        `select from pg_locks where locktype = 'advisory' and objid = 4711 and granted`,
      );
    await expect.poll(async () => write(2).then(() => 'written', String), SETTLE).toBe('written');
    await expect
      .poll(async () => ((await lock.isHeld()) ? (await holders()).rowCount : 'none'), SETTLE)
      .toBe(1);
    expect(await written()).toEqual([[1], expect.arrayContaining([2])]);
    await lock.end();
    servers[0].proxy.resume();
  });

  it('gets no session at the old primary that was being made when the new one took over', async () => {
    await write(1);
    const { hosts } = clientTarget(url);
    servers[0].proxy.stall();
    const client = new HostClient(clientTarget(url));
    const outcome = client.connect().then(
      () => 'connected',
      (error: Error) => error.message,
    );
    // The old primary does not know yet that it was replaced, and accepts writes.
    await setReadOnly(servers[1], false);
    await expect.poll(async () => (await hosts?.find())?.port, SETTLE).toBe(servers[1].proxy.port);
    servers[0].proxy.resume();
    expect(await outcome).toBe('the sessions moved to another host');
  });

  it('is unavailable while no host accepts writes, and nothing is written', async () => {
    await write(1);
    await promote(undefined);
    const error = await write(2).catch((problem: unknown) => problem);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(asFailure(error)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
    expect(await written()).toEqual([[1], []]);
    await promote(1);
    await expect.poll(async () => write(3).then(() => 'written', String), SETTLE).toBe('written');
    expect(await written()).toEqual([[1], [3]]);
  });

  it('confirms no commit, nor its retry, until the standby has it', async () => {
    const [{ admin }] = servers;
    let unreplicated = 0;
    const own = connect(url, { poolSize: 2, log, onUnreplicated: () => (unreplicated += 1) });
    const standby = async (name: string): Promise<void> => {
      await admin.query(`alter system set synchronous_standby_names = '${name}'`);
      await admin.query('select pg_reload_conf()');
      const shown = async () => (await admin.query('show synchronous_standby_names')).rows[0];
      await expect.poll(shown, SETTLE).toEqual({ synchronous_standby_names: name });
      // The checkpointer tells the other sessions, before it works on a checkpoint.
      await admin.query('checkpoint');
    };
    /** The code of the failure after the wait for the standby was cancelled. */
    const cancelled = async (work: Promise<unknown>): Promise<unknown> => {
      const outcome = work.then(
        () => 'confirmed',
        error => asFailure(error)?.code,
      );
      const waiting = `select pg_cancel_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep'`;
      await expect.poll(async () => (await admin.query(waiting)).rowCount, SETTLE).toBe(1);
      return outcome;
    };
    await admin.query(`create table idempotency_keys (scope text, key text, fingerprint bytea,
      holder uuid, lease_until timestamptz, created_at timestamptz default now(),
      response_status int, response_body bytea, primary key (scope, key))`);
    const claim = { scope: 'T-001', key: 'sale-1', holder: newId() };
    const again = { ...claim, holder: newId() };
    const print = Buffer.from('print');
    try {
      await claimKey(own.db, claim, print, 60);
      await standby('nobody');
      const sale = atomically(own.db, async tx => {
        await statement(tx, 'insert into written values (1)');
        await settleKey(tx, claim, 201, Buffer.from('sold'));
      });
      expect(await cancelled(sale)).toBe('DATABASE_UNAVAILABLE');
      expect(await cancelled(claimKey(own.db, again, print, 60))).toBe('DATABASE_UNAVAILABLE');
      const single = statement(own.db, 'insert into written values (2)');
      expect(await cancelled(single)).toBe('DATABASE_UNAVAILABLE');
      expect(unreplicated).toBe(3);
      await standby('');
      expect(await claimKey(own.db, again, print, 60)).toMatchObject({ response_status: 201 });
      await statement(own.db, 'insert into written values (3)');
      expect(await written()).toEqual([[1, 2, 3], []]);
    } finally {
      await standby('');
      await admin.query('drop table idempotency_keys');
      await own.close();
    }
  });

  // Stands last, because the hosts of the list are known by their timelines afterwards.
  it('is not used at a former primary that wakes up and still accepts writes', async () => {
    await raiseTimeline(servers[1]);
    await promote(1);
    await expect.poll(async () => write(1).then(() => 'written', String), SETTLE).toBe('written');
    await setReadOnly(servers[0], false);
    servers[1].proxy.shut();
    const error = await write(2).catch((problem: unknown) => problem);
    expect(asFailure(error)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
    servers[1].proxy.open();
    await expect.poll(async () => write(3).then(() => 'written', String), SETTLE).toBe('written');
    expect(await written()).toEqual([[], [1, 3]]);
  });
});

/** Restarts a server as after a recovery, which begins a new timeline as a promotion does. */
async function raiseTimeline(server: Server): Promise<void> {
  const { rows } = await server.admin.query('show data_directory');
  const folder: string = rows[0].data_directory;
  await server.admin.end();
  await server.postgres.stop();
  const signal = join(folder, 'recovery.signal');
  const { uid, gid } = await stat(folder);
  await writeFile(signal, '');
  await chown(signal, uid, gid);
  const settings = { fsync: 'off', restore_command: 'false' };
  server.postgres = await startEmbeddedPostgres({ dataDir: server.folder, log, settings });
  server.admin = new pg.Client({ connectionString: server.postgres.url });
  await server.admin.connect();
  await server.admin.query('set default_transaction_read_only = off');
}
