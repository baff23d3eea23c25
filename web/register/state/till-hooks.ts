import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { isLiveEvent, type LiveEvent } from '@tillhouse/client';
import { useCallback, useEffect, useRef } from 'react';
import { useApi, useLive, useOnline } from '../../shared/api/index.js';
import { type Key, useT } from '../texts/index.js';
import { atCurrentPrices } from './basket.js';
import type { OpenSale } from './calls.js';
import { type Catalogue, updateCatalogue, useCatalogue } from './catalogue.js';
import { noteResumed, publishEvent, useTillEvents } from './events.js';
import { useFirstPicture } from './first-picture.js';
import { INBOX } from './inbox.js';
import { alignJournal, ensureJournal, keepForgotten } from './journal/align.js';
import { type Sent, sendWaiting } from './journal/send.js';
import { useUnsent } from './journal/unsent.js';
import { may } from './may.js';
import { moveOldSales } from './old-outbox.js';
import { cancelAbandoned, OPEN_SALES, syncSale } from './open-sales.js';
import { PAY_OUTS } from './pay-outs.js';
import { PERMISSIONS } from './permissions.js';
import { abandoned, sale } from './sale.js';
import { logOut, refreshStore, type Session } from './session.js';
import { SHIFT } from './shift.js';
import { minor } from './till-money.js';
import { lookForBooked, mayHaveBooked, toEnter } from './to-enter.js';

const SEND_EVERY_MS = 10_000;

/** How often the till looks for what the routes have booked, such as a card refund that took long. */
const LOOK_EVERY_MS = 300_000;

/** How often a till without a socket asks for changes of the catalogue. */
const ASK_EVERY_MS = 30_000;

/** Sends the journal on start, after reconnecting and every 10 seconds. */
export function useSending(session: Session): () => void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { terminal } = session;
  const waiting = useUnsent(terminal).length;
  const send = useCallback(async (): Promise<void> => {
    const results = await sendWaiting(api, terminal).catch(() => []);
    for (const one of results) showNumber(one);
    const held = results.filter(({ status }) => status === 'held').length;
    const count = results.length - held;
    if (count > 0) notifications.show({ message: t('queue.sent', { count }) });
    if (held > 0) {
      const message = t('journal.held', { count: held });
      notifications.show({ message, color: 'brass', autoClose: false });
      await ensureJournal(api, terminal).catch(() => undefined);
    }
  }, [api, terminal, t]);
  useEffect(() => {
    const openKey = (): string | undefined => sale.get().paying?.open?.key;
    const prepare = async (): Promise<void> => {
      if (online) await alignJournal(api, terminal, openKey);
      else await keepForgotten(terminal, openKey);
      await moveOldSales(terminal);
    };
    void prepare().catch(() => undefined);
  }, [api, online, terminal]);
  useEffect(() => {
    if (!online || waiting === 0) return undefined;
    void send();
    const timer = setInterval(() => void send(), SEND_EVERY_MS);
    return () => clearInterval(timer);
  }, [online, waiting, send]);
  useEntering(session, online);
  return () => void send();
}

/** The paid sale on the screen gets the number of the service, which now has it. */
const showNumber = ({ tillNumber, transaction_id: number, status }: Sent): void =>
  sale.set(current =>
    current.done?.number === null && current.done.tillNumber === tillNumber
      ? { ...current, done: { ...current.done, number, isHeld: status === 'held' } }
      : current,
  );

/** The paid sale on the screen gets the number of its entry. */
const showTillNumber = (number: string, tillNumber: string | null): void =>
  sale.set(current =>
    current.done?.number === number && tillNumber !== null
      ? { ...current, done: { ...current.done, tillNumber } }
      : current,
  );

/** Makes entries of what the routes of the service have booked, until none is left. */
function useEntering(session: Session, online: boolean): void {
  const api = useApi();
  const count = toEnter.use().length + (mayHaveBooked.use() === false ? 0 : 1);
  const isLooking = useRef(false);
  useEffect(() => {
    if (!online) return undefined;
    lookForBooked();
    const timer = setInterval(lookForBooked, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [online]);
  useEffect(() => {
    if (!online || count === 0) return undefined;
    const enter = async (): Promise<void> => {
      const { enterBooked, enterSales } = await import('./enter-sales.js');
      await enterSales(api, session, showTillNumber);
      // A slow look is not doubled by the timer.
      if (isLooking.current) return;
      isLooking.current = true;
      await enterBooked(api, session, showTillNumber).finally(() => {
        isLooking.current = false;
      });
    };
    const run = (): void => void enter().catch(() => undefined);
    run();
    const timer = setInterval(run, SEND_EVERY_MS);
    return () => clearInterval(timer);
  }, [api, session, online, count]);
}

const ENDINGS: Record<string, Key> = {
  voided: 'ended.voided',
  expired: 'ended.expired',
  completed: 'ended.completed',
};

/**
 * Compares the current sale with the service: at start, after reconnecting, and when an event says
 * that it changed elsewhere. A sale that has ended frees the till.
 */
export function useSaleSync(onEnded: () => void): () => void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const latest = useRef(onEnded);
  latest.current = onEnded;
  const check = useCallback(async (): Promise<void> => {
    const ended = await syncSale(api, t('part.elsewhere')).catch(() => undefined);
    if (ended === undefined) return;
    const text = ENDINGS[ended.status] ?? 'ended.other';
    const message = t(text, { number: ended.number });
    notifications.show({ message, color: 'brass', autoClose: 15_000 });
    latest.current();
  }, [api, t]);
  useTillEvents(event => {
    if (!isLiveEvent(event, 'transaction.updated', 'transaction.completed')) return;
    const { paying } = sale.get();
    const { transaction_id: number, status, total_paid } = event.data;
    const isKnown = status === 'partially_paid' && minor(total_paid) === paying?.paidMinor;
    if (number === paying?.number && !isKnown) void check();
  });
  useEffect(() => {
    if (online) void check();
  }, [online, check]);
  return () => void check();
}

/** Cancels unpaid sales that the cashier changed or cleared after the service had created them. */
export function useAbandoned(): void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const waiting = abandoned.use().length;
  useEffect(() => {
    if (online && waiting > 0) void cancelAbandoned(api, t('cancel.abandoned'));
  }, [api, online, waiting, t]);
}

/**
 * Keeps the lines at the prices of the catalogue, which change with the hour and with the customer.
 * A sale that is being paid keeps what the customer was told.
 */
export function useCurrentPrices(catalogue: Catalogue | undefined): void {
  const { basket, paying, done } = sale.use();
  useEffect(() => {
    if (catalogue === undefined || paying !== null || done !== null) return;
    const { goods } = catalogue;
    const offers = new Map(
      basket.lines.map(({ good }) => [good.variantId, goods.byId(good.variantId)?.offer]),
    );
    const current = atCurrentPrices(basket, offers);
    if (current === basket) return;
    // Another tab may have started the payment since this one rendered.
    sale.set(now => (now.paying === null && now.done === null ? { ...now, basket: current } : now));
  }, [catalogue, basket, paying, done]);
}

/** Lists that an event may have changed; most sales are never in the list of open ones. */
function listsOf(event: LiveEvent, open: readonly OpenSale[] = []): string[][] {
  if (isLiveEvent(event, 'shift.opened', 'shift.closed')) return [SHIFT];
  if (isLiveEvent(event, 'transaction.updated')) {
    const { status, previous_status } = event.data;
    const isPart = status === 'partially_paid' || previous_status === 'partially_paid';
    return isPart ? [OPEN_SALES] : [];
  }
  if (isLiveEvent(event, 'transaction.completed')) {
    const { transaction_id } = event.data;
    return open.some(one => one.transaction_id === transaction_id) ? [OPEN_SALES] : [];
  }
  return isLiveEvent(event, 'refund.action_required', 'refund.action_done') ? [PAY_OUTS] : [];
}

/** Changes of what the till loads with the catalogue: ways to pay, and how it reads labels. */
const EXTRAS = new Set<string>([
  'payment_method.saved',
  'payment_method.deleted',
  'barcode_pattern.changed',
]);

type Ask = (withExtras: boolean) => void;

/** Keeps the catalogue up to date: at start, after reconnecting, when the socket says so, or by asking. */
function useCatalogueUpdates(isListening: boolean): Ask {
  const api = useApi();
  const online = useOnline();
  const queries = useQueryClient();
  const isDrawn = useFirstPicture();
  const hasGoods = useCatalogue().data !== undefined && isDrawn;
  const ask = useCallback<Ask>(
    (withExtras): void => void updateCatalogue(api, queries, { withExtras }).catch(() => undefined),
    [api, queries],
  );
  useEffect(() => {
    if (online && hasGoods) ask(true);
  }, [online, hasGoods, ask]);
  useEffect(() => {
    if (!online || isListening) return undefined;
    const timer = setInterval(() => ask(false), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [online, isListening, ask]);
  return ask;
}

/** Subscribes to the store's events and refreshes the lists of the till. */
export function useStoreEvents(session: Session, onReset: () => void): void {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  // The settings in use stay as they are until the service answers.
  const refresh = (): void => void refreshStore(api).catch(() => undefined);
  const catalogueChanged = useRef<Ask>(() => {});
  const path = `/ws/pos-gateway/terminal/${encodeURIComponent(session.terminal)}/`;
  const state = useLive(useFirstPicture() ? path : undefined, {
    onEvent: (event: LiveEvent) => {
      publishEvent(event);
      if (isLiveEvent(event, 'store.saved')) refresh();
      if (EXTRAS.has(event.event)) catalogueChanged.current(true);
      if (isLiveEvent(event, 'role.saved')) {
        void queries.invalidateQueries({ queryKey: PERMISSIONS });
      }
      const open = queries.getQueryData<OpenSale[]>(OPEN_SALES);
      for (const queryKey of listsOf(event, open)) void queries.invalidateQueries({ queryKey });
      if (!event.event.startsWith('approval.')) return;
      if (!may(session, 'approval.decide')) return;
      void queries.invalidateQueries({ queryKey: INBOX });
      if (event.event === 'approval.requested' && event.data.requested_by !== session.user.id) {
        notifications.show({ message: t('inbox.new'), color: 'brass' });
      }
    },
    onResume: () => {
      catalogueChanged.current(false);
      noteResumed();
    },
    onCatalogue: () => catalogueChanged.current(false),
    onReset: () => {
      catalogueChanged.current(true);
      for (const queryKey of [INBOX, OPEN_SALES, PAY_OUTS, PERMISSIONS, SHIFT]) {
        void queries.invalidateQueries({ queryKey });
      }
      refresh();
      onReset();
    },
  });
  catalogueChanged.current = useCatalogueUpdates(state === 'open');
  useEffect(() => {
    if (state !== 'replaced') return;
    notifications.show({ message: t('menu.replaced'), color: 'brass', autoClose: false });
    void logOut(api);
  }, [api, state, t]);
}
