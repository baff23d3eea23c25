import { ApiError } from '@tillhouse/client';
import { type ReactNode, useEffect } from 'react';
import { useApi, useOnline } from '../shared/api/index.js';
import { LoginFrame } from './parts/login-frame.js';
import { PinForm } from './parts/pin-form.js';
import { checkPin, knownAt } from './state/offline-pins.js';
import { logOut, type Session, takeOver } from './state/session.js';
import { useT } from './texts/index.js';

/** As the service says it. */
const refusal = (waitSeconds: number): ApiError =>
  waitSeconds > 0
    ? new ApiError(429, 'LOCKED_OUT', 'Too many wrong PINs.', {}, {}, waitSeconds)
    : new ApiError(401, 'INVALID_CREDENTIALS', 'The PIN is wrong.');

/**
 * Asks for a PIN without a connection: of the next cashier, or of the one who comes back. After a
 * reload the till knows no PIN, so it stays closed until the service can check one.
 */
export function SwitchCashier({ session }: { session: Session }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  // With a connection the service checks the PIN.
  useEffect(() => {
    if (!online) return;
    void logOut(api);
  }, [api, online]);
  const enter = async ({ employee, pin }: { employee: string; pin: string }): Promise<void> => {
    const taken = await checkPin(session, employee, pin);
    if (!taken.ok) throw refusal(taken.waitSeconds);
    takeOver(taken.cashier);
  };
  const known = knownAt(session);
  const isClosed = known.length === 0;
  return (
    <LoginFrame title={t('login.title')} text={t(isClosed ? 'switch.closed' : 'switch.text')}>
      {!isClosed && <PinForm known={known} isClosed enter={enter} />}
    </LoginFrame>
  );
}
