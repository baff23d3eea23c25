import { stored } from '../stored.js';

/** How far the clock of this device is behind that of the service, in milliseconds. */
const offsetMs = stored('clock-offset', 0);

/** Sets the till's time by an answer of the service; it was made in the middle of the call. */
export function setClock(serverTime: string, askedMs: number, answeredMs = Date.now()): void {
  const offset = Date.parse(serverTime) - (askedMs + answeredMs) / 2;
  if (Number.isFinite(offset)) offsetMs.set(Math.round(offset));
}

/** The time of an entry: that of the service as far as it is known, and never before the last entry. */
export const entryTime = (lastAt: string): string => {
  const now = new Date(Date.now() + offsetMs.get()).toISOString();
  return now > lastAt ? now : lastAt;
};
