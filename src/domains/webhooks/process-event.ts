import { addMs } from '../../platform/clock.js';
import { isDatabaseUnavailable } from '../../platform/database/connect.js';
import { atomically, sqlState } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { EventRefused } from './errors.js';
import { handleEvent } from './handle-event.js';
import { failEvent, finishEvent, type LedgerEvent, lockHeld } from './repository.js';
import { eventBackOff } from './rules.js';

export type Processed =
  | { outcome: 'processed'; result: Record<string, unknown> }
  | { outcome: 'failed'; error: string }
  /** Another worker has claimed the event since and finishes it. */
  | { outcome: 'lost' };

/** Handles a claimed event. Its effects and its status change together or not at all. */
export async function processEvent(platform: Platform, event: LedgerEvent): Promise<Processed> {
  const { db, clock, log } = platform;
  try {
    const apply = await handleEvent(platform, event);
    return await atomically(db, async tx => {
      if (!(await lockHeld(tx, event))) return { outcome: 'lost' };
      const handled = await apply(tx);
      await finishEvent(tx, event.id, handled, clock.now());
      return { outcome: 'processed', result: handled.result };
    });
  } catch (error) {
    // The event stays pending: a redelivery or the queue claims it when the database is back.
    if (isDatabaseUnavailable(error)) throw error;
    const level = error instanceof EventRefused ? 'warn' : 'error';
    log[level](
      { err: error, processor: event.processor, event: event.event_id },
      'handling a webhook event failed',
    );
    const reason = reasonOf(error);
    await failEvent(db, event, reason, retryTime(error, event, clock.now()));
    return { outcome: 'failed', error: reason };
  }
}

/** Never the message of the database or of a library, which may quote secrets. */
function reasonOf(error: unknown): string {
  if (error instanceof EventRefused) return error.message;
  const state = sqlState(error);
  return state === undefined ? 'Unexpected error.' : `Unexpected error (${state}).`;
}

function retryTime(error: unknown, event: LedgerEvent, now: Date): Date | null {
  if (error instanceof EventRefused && !error.isRetryable) return null;
  const pauseMs = eventBackOff(event.attempts);
  return pauseMs === undefined ? null : addMs(now, pauseMs);
}
