import { notifications } from '@mantine/notifications';
import { useApi, useOnline } from '../../shared/api/index.js';
import { notify } from '../parts/notify.js';
import { useT } from '../texts/index.js';
import { unsentAt } from './journal/unsent.js';
import { knownAt } from './offline-pins.js';
import { LEFT_AT, leaveSale } from './open-sales.js';
import { isLocked, park, sale } from './sale.js';
import { logOut, type Session } from './session.js';
import { canBeSetAside, putAside } from './set-aside.js';

/** How the cashier leaves the till, and how a sale leaves the screen unpaid. */
export function useLeaving(session: Session, onSwitch: () => void) {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  /** Without a connection only a person whom this till can check takes over. */
  const leaveTill = async (): Promise<void> => {
    const { terminal } = session;
    const isOut = online && (await logOut(api));
    const count = unsentAt(terminal).length;
    if (isOut && count > 0) notify(t('journal.unsentHere', { count, terminal }));
    else if (!isOut && knownAt(session).length > 0) onSwitch();
    else if (!isOut) notify(t('switch.nobody'));
  };
  const signOut = (): void => {
    if (isLocked(sale.get())) notify(t('menu.payFirst'));
    else void leaveTill();
  };
  const parkHere = (): void => {
    park(session.user.name);
    notifications.show({ message: t('parked.done') });
  };
  const leave = (): void => {
    const { paying } = sale.get();
    if (canBeSetAside(sale.get(), online)) {
      if (putAside(session)) notify(t('aside.done'));
      return;
    }
    const text = LEFT_AT[paying?.takenOver?.kind ?? 'sale'];
    const message = t(text, { number: paying?.number ?? '' });
    if (leaveSale()) notifications.show({ message });
  };
  return { signOut, park: parkHere, leave };
}
