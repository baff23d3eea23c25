import { realpath } from 'node:fs/promises';
import { existingCluster } from './cluster.js';
import { urlOf } from './endpoint.js';
import { isPostmaster, readPostmaster } from './postmaster.js';

/** The URL of the server that runs on DATA_DIR now, if any. It does not keep that server running. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined);
  const cluster = folder && (await existingCluster(folder));
  if (!cluster) return undefined;
  const server = await readPostmaster(cluster.dataFolder);
  if (!server?.endpoint || server.stopping) return undefined;
  if (!(await isPostmaster(server.pid, cluster.dataFolder))) return undefined;
  return urlOf({ cluster }, server.endpoint);
}
