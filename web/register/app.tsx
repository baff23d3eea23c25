import type { ReactNode } from 'react';
import { PlaceProvider } from '../shared/i18n/format.js';
import { Login } from './login.js';
import { session } from './state/session.js';
import { useUpdates } from './state/updates.js';
import { Till } from './till.js';

export function Register(): ReactNode {
  const current = session.use();
  useUpdates();
  if (current === null) return <Login />;
  const { currency, timeZone } = current.store;
  return (
    <PlaceProvider place={{ currency, timeZone }}>
      <Till session={current} />
    </PlaceProvider>
  );
}
