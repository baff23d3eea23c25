import { CONNECT_TIMEOUT_MS } from './connect.js';
import { WatchedClient } from './watched-client.js';

/** Of all nodes one at a time has the turn, until its connection ends. */
export type LeaderLock = { isHeld(): Promise<boolean>; end(): Promise<void> };

/** How often the turn is asked for, and whether the connection that has it still answers. */
const ASK_EVERY_MS = 1_000;

/** A host that vanished without a word does not keep the turn for hours. */
const NOTICED_SOON =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * The lock belongs to a connection of its own, so the database gives it to somebody else as soon as
 * this process is gone. Two may believe in it for a moment, when a connection breaks.
 */
export function createLeaderLock(url: string, lock: number): LeaderLock {
  let client: WatchedClient | undefined;
  let isHeld = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const open = async (): Promise<WatchedClient> => {
    const opened = new WatchedClient({
      connectionString: url,
      application_name: 'tillhouse-leader',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      options: NOTICED_SOON,
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

  const ask = async (): Promise<void> => {
    askedAt = performance.now();
    const asked = client ?? (await open());
    if (isHeld) await asked.query('select');
    else {
      const { rows } = await asked.query('select pg_try_advisory_lock($1) as ours', [lock]);
      isHeld = client === asked && rows[0].ours;
    }
  };

  return {
    isHeld: async () => {
      if (performance.now() - askedAt >= ASK_EVERY_MS) {
        // Whoever cannot ask does not have it; a broken connection is told by its own events.
        asking ??= ask()
          .catch(() => undefined)
          .finally(() => {
            asking = undefined;
          });
      }
      if (!isHeld) await asking;
      return isHeld;
    },
    end: async () => {
      await asking;
      await client?.end().catch(() => undefined);
    },
  };
}
