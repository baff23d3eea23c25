import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { handleEvent } from './handle-event.js';
import { finishEvent, type LedgerEvent, lockWaiting } from './repository.js';

/** Links events to payments that were recorded after the event arrived. */
export async function reconcileEvents(
  platform: Platform,
  waiting: readonly LedgerEvent[],
): Promise<void> {
  const { db, clock, log } = platform;
  for (const event of waiting) {
    try {
      const apply = await handleEvent(platform, event);
      await atomically(db, async tx => {
        if (!(await lockWaiting(tx, event.id))) return;
        const handled = await apply(tx);
        if (handled.paymentId !== null) await finishEvent(tx, event.id, handled, clock.now());
      });
    } catch (error) {
      // The job retries it within a minute; the other events continue.
      log.warn({ err: error, event: event.event_id }, 'reconciling a webhook event failed');
    }
  }
}
