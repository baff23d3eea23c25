import type { ReactNode } from 'react';
import { PlaceProvider } from '../shared/i18n/format.js';
import { Login } from './login.js';
import { session } from './state/session.js';
import { Till } from './till.js';

export function Register(): ReactNode {
  const who = session.use();
  if (who === null) return <Login />;
  const { currency, timeZone } = who.store;
  return (
    <PlaceProvider place={{ currency, timeZone }}>
      <Till who={who} />
    </PlaceProvider>
  );
}
