import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';

const quiet = { info() {}, warn() {}, error() {} };

/** A temporary folder that the PostgreSQL account may enter; mkdtemp creates it with mode 700. */
export async function makeTempFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'tillhouse-test-'));
  await chmod(folder, 0o711);
  return folder;
}

const MEMORY = '/dev/shm';
/** A whole run needs a tenth of this; /dev/shm of a container often has only 64 MiB. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** In memory if there is enough: cloning a database there takes a tenth of the time. */
export async function makeQuickFolder(): Promise<string> {
  const disk = await statfs(MEMORY).catch(() => undefined);
  const free = Math.min(disk ? disk.bavail * disk.bsize : 0, freemem());
  return makeTempFolder(free >= ENOUGH_BYTES ? MEMORY : tmpdir());
}

/** A server for one run. Its data need not survive a crash, so fsync is off. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await makeQuickFolder();
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
  };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
  await cheapenLogins(postgres.url);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Hashes the password once instead of 4,096 times: each shop of a test opens a dozen connections,
 * and at each of them client and server would hash for several milliseconds.
 */
async function cheapenLogins(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const password = client.escapeLiteral(client.password ?? '');
    await client.query('set scram_iterations = 1');
    await client.query(`alter role current_user password ${password}`);
  } finally {
    await client.end();
  }
}
