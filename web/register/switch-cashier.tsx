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

/** Asks for a PIN without a connection: of the next cashier, or of the one who comes back. */
export function SwitchCashier(props: { session: Session; onDone: () => void }): ReactNode {
  const { session, onDone } = props;
  const t = useT();
  const api = useApi();
  const online = useOnline();
  // With a connection the service checks the PIN.
  useEffect(() => {
    if (!online) return;
    void logOut(api).then(isOut => isOut && onDone());
  }, [api, online, onDone]);
  const enter = async ({ employee, pin }: { employee: string; pin: string }): Promise<void> => {
    const taken = await checkPin(session, employee, pin);
    if (!taken.ok) throw refusal(taken.waitSeconds);
    takeOver(taken.cashier);
    onDone();
  };
  return (
    <LoginFrame title={t('login.title')} text={t('switch.text')}>
      <PinForm known={knownAt(session)} isClosed enter={enter} />
    </LoginFrame>
  );
}
