import { lazy, type ReactNode, Suspense } from 'react';
import { useOnline } from '../shared/api/index.js';
import { PlaceProvider } from '../shared/i18n/format.js';
import { loginParts } from './login-parts.js';
import { isLocked, sale } from './state/sale.js';
import { isUnconfirmed, left, session } from './state/session.js';
import { useUpdates } from './state/updates.js';
import { Till } from './till.js';

const Login = lazy(async () => ({ default: (await loginParts.login()).Login }));
const SwitchCashier = lazy(async () => ({
  default: (await loginParts.switchCashier()).SwitchCashier,
}));

export function Register(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  );
}

function Screen(): ReactNode {
  const current = session.use();
  const currentSale = sale.use();
  const online = useOnline();
  const isLeft = left.use();
  useUpdates();
  if (current === null) return <Login />;
  // A cashier who took over offline signs in when the connection is back, but not during a payment.
  const isFree = !isLocked(currentSale) && currentSale.done === null;
  if (isUnconfirmed(current) && online && isFree) return <Login isBack />;
  if (isLeft) return <SwitchCashier session={current} />;
  const { currency, timeZone } = current.store;
  return (
    <PlaceProvider place={{ currency, timeZone }}>
      <Till session={current} onSwitch={() => left.set(true)} />
    </PlaceProvider>
  );
}
