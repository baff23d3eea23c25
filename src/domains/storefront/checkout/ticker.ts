import { SECOND_MS } from '../../../platform/clock.js';
import { isDatabaseAway } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { recoverAttempts } from './attempt/recover-attempts.js';
import { resolveUncertainCharges } from './uncertain/resolve-uncertain-charges.js';

const TICK_MS = 5 * SECOND_MS;

/**
 * Recovers attempts every 5 s, because a shopper waits and the cron job runs only once a minute.
 * Returns a function that stops the timer.
 */
export async function start(platform: Platform): Promise<() => Promise<void>> {
  let running: Promise<void> | undefined;
  const tick = async (): Promise<void> => {
    try {
      await recoverAttempts(platform);
      await resolveUncertainCharges(platform);
    } catch (error) {
      const level = isDatabaseAway(error) ? 'warn' : 'error';
      platform.log[level]({ err: error }, 'checkout attempt recovery failed; will retry in 5 s');
    }
  };
  const timer = setInterval(() => {
    running ??= tick().finally(() => {
      running = undefined;
    });
  }, TICK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
