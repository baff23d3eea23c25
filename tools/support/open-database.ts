import type { Config } from '../../src/config.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { runningEmbeddedPostgres } from '../../src/platform/database/embedded/running.js';
import type { Log } from '../../src/platform/log.js';

export type OpenDatabase = { url: string; close(): Promise<void> };

/** The database of the configuration: a server of one's own, the embedded one while the service runs,
 * or the embedded one started for as long as the tool works. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const url = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir));
  if (url !== undefined) return { url, close: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url: embedded.url, close: () => embedded.stop() };
}
