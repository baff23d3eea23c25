import { SECOND_MS } from '../../../platform/clock.js';
import { isDatabaseUnavailable } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { followDoubts } from './follow-doubts.js';
import { recoverAttempts } from './recover-attempts.js';

const TICK_MS = 5 * SECOND_MS;

/**
 * Looks every few seconds whether a dead node left an attempt behind: a shopper is waiting, and a
 * cron job comes only every minute. Returns a way to stop it.
 */
export async function start(platform: Platform): Promise<() => Promise<void>> {
  let running: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      await recoverAttempts(platform);
      await followDoubts(platform);
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      platform.log[level]({ err: error }, 'attempts could not be looked after; it is tried again');
    }
  };
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, TICK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
