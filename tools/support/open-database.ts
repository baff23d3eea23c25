import type { Config } from '../../src/config.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { runningEmbeddedPostgres } from '../../src/platform/database/embedded/running.js';
import type { Log } from '../../src/platform/log.js';

export type OpenDatabase = { url: string; close(): Promise<void> };

/**
 * The configured database: DATABASE_DIRECT_URL, because tools need a session, else DATABASE_URL, the
 * embedded server if it is running, or the embedded server started for the time the tool runs.
 */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const configured = config.databaseDirectUrl ?? config.databaseUrl;
  const url = configured ?? (await runningEmbeddedPostgres(config.dataDir));
  if (url !== undefined) return { url, close: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url: embedded.url, close: () => embedded.stop() };
}
