import { useEffect } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { isUnsettled, sale } from './sale.js';
import { locked, logOut, type Session } from './session.js';

const LOOK_MS = 5_000;
const MINUTE_MS = 60_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Signs the cashier out when nobody touches the till for as long as the store says. The sale stays
 * on the till. Without a connection nobody could sign in again, and unsent sales or an open payment
 * need their cashier, so the till waits for those.
 */
export function useIdleLock({ store: { lockMinutes } }: Session): void {
  const api = useApi();
  const online = useOnline();
  useEffect(() => {
    if (lockMinutes === undefined || !online) return undefined;
    let touchedAt = Date.now();
    const touch = (): void => {
      touchedAt = Date.now();
    };
    const isBusy = (): boolean => isUnsettled(sale.get());
    const look = async (): Promise<void> => {
      if (Date.now() - touchedAt < lockMinutes * MINUTE_MS || isBusy()) return;
      if (await logOut(api)) locked.set(true);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    for (const name of TOUCHES) globalThis.addEventListener(name, touch, { capture: true });
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) globalThis.removeEventListener(name, touch, { capture: true });
    };
  }, [api, online, lockMinutes]);
}
