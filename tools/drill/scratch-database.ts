import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../../src/platform/database/database-url.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { HostClient } from '../../src/platform/database/host-client.js';
import { clientTarget } from '../../src/platform/database/host-set.js';
import type { Log } from '../../src/platform/log.js';

export type Scratch = { url: string; remove(): Promise<void> };

/** An empty database that is gone afterwards: on the given server, or on an embedded one. */
export const makeScratch = (server: string | undefined, log: Log): Promise<Scratch> =>
  server === undefined ? onEmbedded(log) : onServer(server);

async function onEmbedded(log: Log): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillhouse-drill-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    return {
      url: postgres.url,
      remove: async () => {
        await postgres.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function onServer(server: string): Promise<Scratch> {
  const name = `tillhouse_drill_${randomBytes(6).toString('hex')}`;
  const ask = async (sql: string): Promise<void> => {
    const client = new HostClient({ ...clientTarget(server), application_name: 'tillhouse-drill' });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await ask(`create database ${name}`);
  return {
    url: withDatabase(server, name),
    remove: () => ask(`drop database ${name} with (force)`),
  };
}
