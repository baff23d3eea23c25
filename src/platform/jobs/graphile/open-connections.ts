import { CONNECT_TIMEOUT_MS, GENERIC_PLANS } from '../../database/connect.js';
import { clientTarget } from '../../database/host-set.js';
import { WatchedClient } from '../../database/watched-client.js';
import type { Platform } from '../../platform.js';
import { ReleaseOncePool } from './release-once-pool.js';
import { JOB_PLANS } from './settings.js';

/**
 * Connections of one worker pool; every pool opens its own. A worker pool that gives up can keep
 * connections that it never releases, and a new one on the same connections would find none free. A
 * connection that breaks is reported to `onBreak`.
 */
export function openConnections(
  url: string,
  { config, log }: Pick<Platform, 'config' | 'log'>,
  onBreak: () => void,
): ReleaseOncePool {
  const connections = new ReleaseOncePool({
    ...clientTarget(url),
    Client: WatchedClient,
    max: config.jobConcurrency + 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tillhouse-jobs',
    options: `${GENERIC_PLANS} ${JOB_PLANS}`,
  });
  const connectionBroke = (error: Error): void => {
    log.warn({ reason: error.message }, 'a job connection broke');
    onBreak();
  };
  connections.on('error', connectionBroke);
  // The pool reports idle connections only; a connection in use reports itself.
  connections.on('connect', client => client.on('error', connectionBroke));
  return connections;
}
