import { useEffect } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { knownAt } from './offline-pins.js';
import { isUnsettled, sale } from './sale.js';
import { left, locked, logOut, type Session } from './session.js';
import { lastTouchMs, noteTouch } from './touches.js';

const LOOK_MS = 5_000;
const MINUTE_MS = 60_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Closes the till when nobody touches any of its tabs for as long as the store says. The sale stays on
 * the till; an open payment needs its cashier, so the till waits for its result. Without a connection
 * the till asks for a PIN that it knows; one that knows none stays open, because nobody could sign in.
 */
export function useIdleLock(session: Session): void {
  const api = useApi();
  const online = useOnline();
  const { lockMinutes } = session.store;
  useEffect(() => noteTouch(), []);
  useEffect(() => {
    if (lockMinutes === undefined) return undefined;
    const touch = (): void => noteTouch();
    const lock = async (): Promise<void> => {
      if (online) {
        if (await logOut(api)) locked.set(true);
      } else if (knownAt(session).length > 0) left.set(true);
    };
    const look = (): void => {
      const isIdle = Date.now() - lastTouchMs() >= lockMinutes * MINUTE_MS;
      if (isIdle && !isUnsettled(sale.get())) void lock();
    };
    const timer = setInterval(look, LOOK_MS);
    for (const name of TOUCHES) globalThis.addEventListener(name, touch, { capture: true });
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) globalThis.removeEventListener(name, touch, { capture: true });
    };
  }, [api, online, lockMinutes, session]);
}
