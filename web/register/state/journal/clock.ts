import { stored } from '../stored.js';

/** How far the clock of this device is behind that of the service, in milliseconds. */
const offsetMs = stored('clock-offset', 0);

/** Sets the till's time by an answer of the service; it was made in the middle of the call. */
export function setClock(serverTime: string, askedMs: number, answeredMs = Date.now()): void {
  const offset = Date.parse(serverTime) - (askedMs + answeredMs) / 2;
  if (Number.isFinite(offset)) offsetMs.set(Math.round(offset));
}

/** The time of the service as far as it is known: for entries, prices, promotions and tax rates. */
export const tillNow = (): number => Date.now() + offsetMs.get();

/** Changes when the till's time is set. */
export const useClockOffset = (): number => offsetMs.use();

/** The service takes a smaller step back for a clock that was set. */
const JUMP_MS = 10 * 60_000;

/**
 * The time of an entry: that of the service as far as it is known. Without a connection it is never
 * before the last entry; with one, the service tells if a clock that was far ahead is right now.
 */
export function entryTime(lastAt: string, isAsked: boolean): string {
  const nowMs = tillNow();
  const backMs = lastAt === '' ? 0 : Date.parse(lastAt) - nowMs;
  const isKept = backMs > 0 && (!isAsked || backMs <= JUMP_MS);
  return isKept ? lastAt : new Date(nowMs).toISOString();
}
