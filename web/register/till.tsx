import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type LiveEvent, newKey } from '@tillhouse/client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useApi, useLive, useOnline } from '../shared/api/index.js';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { INBOX } from './dialogs/inbox.js';
import { Dialogs, type OpenDialog } from './dialogs/index.js';
import { Browse } from './parts/browse.js';
import { Cart } from './parts/cart.js';
import { Header } from './parts/header.js';
import { addGood, type Basket, discountOf, needsApproval } from './state/basket.js';
import { findByCode, type Good, useCatalogue } from './state/catalogue.js';
import { publishEvent } from './state/events.js';
import { flush, outbox, unsentBy } from './state/outbox.js';
import { editBasket, isLocked, park, sale, startPaying, stopPaying } from './state/sale.js';
import { useScanner } from './state/scanner.js';
import { logOut, mayApprove, refreshStore, type Session } from './state/session.js';
import { useShortcuts } from './state/shortcuts.js';
import { useT } from './texts/index.js';
import css from './till.module.css';

const SEND_EVERY_MS = 10_000;

export function Till({ session }: { session: Session }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = useCallback(() => {
    stopPaying();
    setOpen(null);
  }, []);
  const send = useOutbox(session);
  useStoreEvents(session);
  useEffect(() => {
    if (online) void refreshStore(api).catch(() => undefined);
  }, [api, online]);
  // After a reload, an open payment continues.
  useEffect(() => {
    if (sale.get().paying !== null) setOpen({ dialog: 'pay' });
  }, []);

  const notify = (message: string): string => notifications.show({ message, color: 'brass' });
  const addToCart = (good: Good): void => {
    if (isLocked(sale.get())) notify(t('scan.paying'));
    else editBasket(basket => addGood(basket, good, newKey()));
  };
  const goods = useCatalogue().data?.goods ?? [];
  useScanner(code => {
    const good = findByCode(goods, code);
    if (sale.get().paying !== null && open?.dialog === 'pay') notify(t('scan.paying'));
    else if (good === undefined) notify(t('scan.unknown', { code }));
    else addToCart(good);
  });

  /** Applies a price change, or asks for approval first if the store's policy requires it. */
  const change = (edit: (basket: Basket) => Basket): void => {
    const next = edit(sale.get().basket);
    if (needsApproval(next, session.store)) requestApproval(next);
    else editBasket(() => next);
  };
  const requestApproval = (basket: Basket): void => {
    if (!online) {
      notify(t('approval.offline'));
      return;
    }
    const amountMinor = discountOf(basket);
    setOpen({
      dialog: 'approval',
      ask: {
        requestType: 'discount',
        amountMinor,
        details: { lines: basket.lines.map(line => `${line.quantity} × ${line.good.name}`) },
        onApproved: id => editBasket(() => ({ ...basket, approval: { id, amountMinor } })),
      },
    });
  };
  const pay = (): void => {
    const { basket } = sale.get();
    if (basket.lines.length === 0) return;
    if (needsApproval(basket, session.store)) {
      requestApproval(basket);
      return;
    }
    startPaying();
    setOpen({ dialog: 'pay' });
  };
  const signOut = (): void => {
    if (unsentBy(outbox.get(), session).length > 0) notify(t('menu.sendFirst'));
    else if (isLocked(sale.get())) notify(t('menu.payFirst'));
    else void logOut(api);
  };
  const parkSale = (): void => {
    park(session.user.name, '');
    notifications.show({ message: t('parked.done') });
  };
  useShortcuts({ field, pay, park: parkSale, drawer: () => setOpen({ dialog: 'drawer' }) });

  return (
    <>
      <div className={css.till}>
        <Header session={session} onOpen={dialog => setOpen({ dialog })} onSignOut={signOut} />
        <OfflineBanner>{t('offline.text')}</OfflineBanner>
        <main className={css.work} style={{ gridRow: 3 }}>
          <Browse onPick={addToCart} field={field} />
          <Cart
            session={session}
            onPay={pay}
            onDiscount={() => setOpen({ dialog: 'discount' })}
            onPark={parkSale}
            onLine={key => setOpen({ dialog: 'line', key })}
          />
        </main>
      </div>
      <Dialogs
        open={open}
        session={session}
        onOpen={setOpen}
        onClose={close}
        onChange={change}
        onSend={send}
      />
    </>
  );
}

/** Sends the outbox on start, after reconnecting and every 10 seconds. */
function useOutbox(session: Session): () => void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const waiting = unsentBy(outbox.use(), session).length;
  const send = useCallback(async (): Promise<void> => {
    const count = await flush(api, session);
    if (count > 0) notifications.show({ message: t('queue.sent', { count }) });
  }, [api, session, t]);
  useEffect(() => {
    if (!online || waiting === 0) return undefined;
    void send();
    const timer = setInterval(() => void send(), SEND_EVERY_MS);
    return () => clearInterval(timer);
  }, [online, waiting, send]);
  return () => void send();
}

/** Subscribes to the store's events and refreshes the approval inbox. */
function useStoreEvents(session: Session): void {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const state = useLive(`/ws/pos-gateway/terminal/${encodeURIComponent(session.terminal)}/`, {
    onEvent: (event: LiveEvent) => {
      publishEvent(event);
      if (!event.event.startsWith('approval.')) return;
      if (mayApprove(session)) void queries.invalidateQueries({ queryKey: INBOX });
      const isForMe = mayApprove(session) && event.data.requested_by !== session.user.id;
      if (event.event === 'approval.requested' && isForMe) {
        notifications.show({ message: t('inbox.new'), color: 'brass' });
      }
    },
    onReset: () => void queries.invalidateQueries({ queryKey: INBOX }),
  });
  useEffect(() => {
    if (state !== 'replaced') return;
    notifications.show({ message: t('menu.replaced'), color: 'brass', autoClose: false });
    void logOut(api);
  }, [api, state, t]);
}
