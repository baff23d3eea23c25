import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useApi, useOnline } from '../shared/api/index.js';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { Dialogs, loadLaterParts, type OpenDialog } from './dialogs/index.js';
import { Browse } from './parts/browse.js';
import { Cart } from './parts/cart.js';
import { Header } from './parts/header.js';
import { type Catalogue, useCatalogue } from './state/catalogue.js';
import { useCustomerDisplay } from './state/display.js';
import { useIdleLock } from './state/idle-lock.js';
import { may } from './state/may.js';
import { usePermissions } from './state/permissions.js';
import { sale, stopPaying } from './state/sale.js';
import { refreshStore, type Session } from './state/session.js';
import { useShortcuts } from './state/shortcuts.js';
import {
  useAbandoned,
  useCurrentPrices,
  useSaleSync,
  useSending,
  useStoreEvents,
} from './state/till-hooks.js';
import { useAdding, useCartActions } from './state/use-cart-actions.js';
import { useDiskWarning } from './state/use-disk-warning.js';
import { useHeldSync } from './state/use-held-sync.js';
import { useLeaving } from './state/use-leaving.js';
import { useSetAside } from './state/use-set-aside.js';
import { useTillScan } from './state/use-till-scan.js';
import { useT } from './texts/index.js';
import css from './till.module.css';

/** Until then the first tiles are drawn. */
const LATER_MS = 300;

/** `onSwitch`: another cashier takes over without a connection. */
export function Till(props: { session: Session; onSwitch: () => void }): ReactNode {
  const { session, onSwitch } = props;
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = useCallback(() => {
    stopPaying();
    setOpen(null);
  }, []);
  const send = useSending(session);
  const check = useSaleSync(() => setOpen(null));
  const catalogue = useCatalogue().data;
  useBackground(session, catalogue, check);
  // After a reload, an open payment continues.
  useEffect(() => {
    if (sale.get().paying !== null) setOpen({ dialog: 'pay' });
  }, []);
  const { add, pick } = useAdding(setOpen);
  const { change, pay } = useCartActions(session, setOpen);
  const { signOut, park, leave } = useLeaving(session, onSwitch);
  useTillScan({ session, catalogue, open, setOpen, onGood: add });
  useShortcuts({ field, pay, park, drawer: () => setOpen({ dialog: 'drawer' }) });
  const show =
    (dialog: 'discount' | 'customer' | 'labels' | 'layaways' | 'quotes' | 'cancel') => () =>
      setOpen({ dialog });
  const arrange = may(session, 'store.settings')
    ? () => setOpen({ dialog: 'arrangeTiles' })
    : undefined;

  return (
    <>
      <div className={css.till}>
        <Header session={session} onOpen={dialog => setOpen({ dialog })} onSignOut={signOut} />
        <OfflineBanner>{t('offline.text')}</OfflineBanner>
        <main className={css.work} style={{ gridRow: 3 }}>
          <Browse field={field} onGood={add} onProduct={pick} onArrange={arrange} />
          <Cart
            session={session}
            onPay={pay}
            onDiscount={show('discount')}
            onPark={park}
            onCustomer={show('customer')}
            onLabels={show('labels')}
            onLayaway={show('layaways')}
            onQuotes={show('quotes')}
            onLine={key => setOpen({ dialog: 'line', key })}
            onCancel={show('cancel')}
            onLeave={leave}
          />
        </main>
      </div>
      <Dialogs
        open={open}
        session={session}
        onOpen={setOpen}
        onClose={close}
        onChange={change}
        onPick={good => {
          setOpen(null);
          add(good);
        }}
        onSend={send}
        onRefused={check}
      />
    </>
  );
}

/** What the till does by itself. */
function useBackground(
  session: Session,
  catalogue: Catalogue | undefined,
  onReset: () => void,
): void {
  const api = useApi();
  const online = useOnline();
  const hasGoods = catalogue !== undefined;
  useAbandoned();
  useSetAside(session);
  usePermissions();
  useHeldSync();
  useCustomerDisplay(session);
  useStoreEvents(session, onReset);
  useCurrentPrices(catalogue);
  useIdleLock(session);
  useDiskWarning();
  useEffect(() => {
    if (online) void refreshStore(api).catch(() => undefined);
  }, [api, online]);
  useEffect(() => {
    if (!hasGoods) return undefined;
    // After the first tiles, which the work of loading would delay.
    const timer = setTimeout(() => void loadLaterParts(), LATER_MS);
    return () => clearTimeout(timer);
  }, [hasGoods]);
}
