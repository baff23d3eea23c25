import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type LiveEvent, newKey } from '@tillhouse/client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useApi, useLive, useOnline } from '../shared/api/index.js';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { INBOX } from './dialogs/inbox.js';
import { Dialogs, type Open } from './dialogs/index.js';
import { Browse } from './parts/browse.js';
import { Cart } from './parts/cart.js';
import { Header } from './parts/header.js';
import { addGood, type Basket, discountOf, needsApproval } from './state/basket.js';
import { findByCode, type Good, useCatalogue } from './state/catalogue.js';
import { tellEvent } from './state/events.js';
import { flush, outbox, waitingFor } from './state/outbox.js';
import { editBasket, isLocked, park, sale, startPaying, stopPaying } from './state/sale.js';
import { useScanner } from './state/scanner.js';
import { logOut, mayDecide, refreshStore, type Session } from './state/session.js';
import { useShortcuts } from './state/shortcuts.js';
import { useT } from './texts/index.js';
import css from './till.module.css';

const SEND_EVERY_MS = 10_000;

export function Till({ who }: { who: Session }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => {
    stopPaying();
    setOpen(null);
  }, []);
  const send = useOutbox(who);
  useStoreEvents(who);
  useEffect(() => {
    if (online) void refreshStore(api).catch(() => undefined);
  }, [api, online]);
  // A reload in the middle of a payment goes on with the payment.
  useEffect(() => {
    if (sale.get().paying !== null) setOpen({ door: 'pay' });
  }, []);

  const say = (message: string): string => notifications.show({ message, color: 'brass' });
  const pick = (good: Good): void => {
    if (isLocked(sale.get())) say(t('scan.paying'));
    else editBasket(basket => addGood(basket, good, newKey()));
  };
  const goods = useCatalogue().data?.goods ?? [];
  useScanner(code => {
    const good = findByCode(goods, code);
    if (sale.get().paying !== null && open?.door === 'pay') say(t('scan.paying'));
    else if (good === undefined) say(t('scan.unknown', { code }));
    else pick(good);
  });

  /** Changes of price go through here: where the store wants it, somebody approves first. */
  const change = (edit: (basket: Basket) => Basket): void => {
    const next = edit(sale.get().basket);
    if (needsApproval(next, who.store)) ask(next);
    else editBasket(() => next);
  };
  const ask = (basket: Basket): void => {
    if (!online) {
      say(t('approval.offline'));
      return;
    }
    const amountMinor = discountOf(basket);
    setOpen({
      door: 'approval',
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
    if (needsApproval(basket, who.store)) {
      ask(basket);
      return;
    }
    startPaying();
    setOpen({ door: 'pay' });
  };
  const signOut = (): void => {
    if (waitingFor(outbox.get(), who).length > 0) say(t('menu.sendFirst'));
    else if (isLocked(sale.get())) say(t('menu.payFirst'));
    else void logOut(api);
  };
  const parkSale = (): void => {
    park(who.user.name, '');
    notifications.show({ message: t('parked.done') });
  };
  useShortcuts({ field, pay, park: parkSale, drawer: () => setOpen({ door: 'drawer' }) });

  return (
    <>
      <div className={css.till}>
        <Header who={who} onOpen={door => setOpen({ door })} onSignOut={signOut} />
        <OfflineBanner>{t('offline.text')}</OfflineBanner>
        <main className={css.work} style={{ gridRow: 3 }}>
          <Browse onPick={pick} field={field} />
          <Cart
            who={who}
            onPay={pay}
            onDiscount={() => setOpen({ door: 'discount' })}
            onPark={parkSale}
            onLine={key => setOpen({ door: 'line', key })}
          />
        </main>
      </div>
      <Dialogs
        open={open}
        who={who}
        onOpen={setOpen}
        onClose={close}
        onChange={change}
        onSend={send}
      />
    </>
  );
}

/** Sends kept sales when the service is back, at the start and from time to time. */
function useOutbox(who: Session): () => void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const waiting = waitingFor(outbox.use(), who).length;
  const send = useCallback(async (): Promise<void> => {
    const count = await flush(api, who);
    if (count > 0) notifications.show({ message: t('queue.sent', { count }) });
  }, [api, who, t]);
  useEffect(() => {
    if (!online || waiting === 0) return undefined;
    void send();
    const timer = setInterval(() => void send(), SEND_EVERY_MS);
    return () => clearInterval(timer);
  }, [online, waiting, send]);
  return () => void send();
}

/** Hears what happens in the store: answers to requests, and requests for those who decide. */
function useStoreEvents(who: Session): void {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const state = useLive(`/ws/pos-gateway/terminal/${encodeURIComponent(who.terminal)}/`, {
    onEvent: (event: LiveEvent) => {
      tellEvent(event);
      if (!event.event.startsWith('approval.')) return;
      if (mayDecide(who)) void queries.invalidateQueries({ queryKey: INBOX });
      const isForMe = mayDecide(who) && event.data.requested_by !== who.user.id;
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
