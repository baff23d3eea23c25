import { CONNECT_TIMEOUT_MS } from './connect.js';
import { clientTarget } from './host-set.js';
import { WatchedClient } from './watched-client.js';

/** One node at a time holds the lock, until its connection ends. */
export type LeaderLock = { isHeld(): Promise<boolean>; end(): Promise<void> };

/** How often a node tries to take the lock, or checks the connection that holds it. */
const CHECK_EVERY_MS = 1_000;

/** A host that fails without closing its connection loses the lock after 25 s instead of hours. */
const KEEPALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * An advisory lock on a connection of its own: PostgreSQL releases it when the process ends. When
 * the connection breaks, two nodes can consider themselves the leader for a moment, so the work
 * under the lock must be safe to run twice.
 */
export function createLeaderLock(url: string, lock: number): LeaderLock {
  let client: WatchedClient | undefined;
  let isHeld = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  const open = async (): Promise<WatchedClient> => {
    const opened = new WatchedClient({
      ...clientTarget(url),
      application_name: 'tillhouse-leader',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      options: KEEPALIVE,
    });
    const lost = (): void => {
      if (client !== opened) return;
      client = undefined;
      isHeld = false;
    };
    opened.on('error', lost);
    opened.once('end', lost);
    await opened.connect();
    client = opened;
    return opened;
  };

  const check = async (): Promise<void> => {
    checkedAt = performance.now();
    const current = client ?? (await open());
    if (isHeld) await current.query('select');
    else {
      const { rows } = await current.query('select pg_try_advisory_lock($1) as locked', [lock]);
      isHeld = client === current && rows[0].locked;
    }
  };

  return {
    isHeld: async () => {
      if (performance.now() - checkedAt >= CHECK_EVERY_MS) {
        // A failed check means the lock is not held; 'error' and 'end' report a broken connection.
        checking ??= check()
          .catch(() => undefined)
          .finally(() => {
            checking = undefined;
          });
      }
      if (!isHeld) await checking;
      return isHeld;
    },
    end: async () => {
      await checking;
      await client?.end().catch(() => undefined);
    },
  };
}
