import { useQuery } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { useEffect, useRef } from 'react';
import { formatsFor } from '../../../src/domains/pricing/index.js';
import { formatMoney } from '../../../src/platform/money.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { textsIn } from '../texts/index.js';
import { itemsIn, type Line, quantityText } from './basket.js';
import { lineMinor, totalsFor } from './basket-totals.js';
import { displayBytes, displayLines, type Shown } from './devices/line-display.js';
import { sendToDevice } from './devices/paired.js';
import { useWired } from './devices/use-devices.js';
import { useResumptions } from './events.js';
import { type Sale, sale, saleTotals } from './sale.js';
import type { Session } from './session.js';

export const DISPLAYS = ['displays'];
/** Items that are scanned in a row are sent together. */
const PAUSE_MS = 150;
const MAX_LINES = 250;

/** What the customer sees of the current sale. */
export function shownOf(current: Sale, { store }: Pick<Session, 'store'>): Shown {
  const { basket, paying, done } = current;
  const money = (minor: number): string => formatMoney(minor, store.currency);
  if (done !== null) {
    return {
      step: 'paid',
      lines: [],
      total: money(done.totalMinor),
      change: money(done.changeMinor),
      ...(done.number !== null && { transaction_id: done.number }),
    };
  }
  if (itemsIn(basket) === 0) return { step: 'idle', lines: [] };
  // The display speaks the language of the store.
  const { measure } = formatsFor(store.language ?? 'en', store.currency);
  const own = totalsFor(basket, store, paying?.terms);
  const { totalMinor } = saleTotals(current, store);
  const shownLine = (line: Line, index: number) => {
    const savedMinor = own.lines[index]?.discountMinor ?? 0;
    return {
      name: line.good.name,
      quantity: quantityText(line, measure),
      amount: money(lineMinor(line)),
      ...(savedMinor > 0 && { saved: money(savedMinor) }),
    };
  };
  return {
    step: paying === null ? 'basket' : 'payment',
    lines: basket.lines.map(shownLine).slice(-MAX_LINES),
    total: money(totalMinor),
    ...(own.discountMinor > 0 && { saved: money(own.discountMinor) }),
    due: money(totalMinor - (paying?.paidMinor ?? 0)),
  };
}

/** The customer displays of this till. */
export function useDisplays({ terminal }: Pick<Session, 'terminal'>) {
  const api = useApi();
  const online = useOnline();
  return useQuery({
    queryKey: [...DISPLAYS, terminal],
    queryFn: async () => {
      const path = { terminal_id: terminal };
      const devices = await answer(
        api.GET('/terminals/{terminal_id}/devices/', { params: { path } }),
      );
      return devices.filter(
        ({ kind, connection }) => kind === 'customer_display' && connection === 'browser',
      );
    },
    enabled: online,
    staleTime: 5 * 60_000,
  });
}

export const pairDisplay = (api: Tillhouse, code: string, key: string) =>
  answer(api.POST('/pos/displays/pair/', { body: { code }, ...once(key) }));

/** Shows the sale on the customer displays of this till, if it has one. */
export function useCustomerDisplay(session: Session): void {
  const api = useApi();
  const online = useOnline();
  const current = sale.use();
  const hasDisplay = (useDisplays(session).data ?? []).some(({ is_active }) => is_active);
  const sent = useRef('');
  // The service clears the display of a till that is gone for some seconds.
  const resumptions = useResumptions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the socket is open again
  useEffect(() => {
    sent.current = '';
  }, [resumptions]);
  const text = hasDisplay && online ? JSON.stringify(shownOf(current, session)) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the socket is open again
  useEffect(() => {
    if (text === '') sent.current = '';
    if (text === '' || text === sent.current) return undefined;
    const timer = setTimeout(async () => {
      sent.current = text;
      await api.PUT('/pos/displays/basket/', { body: JSON.parse(text) as Shown }).catch(() => {
        // The next change is sent anyway; a sale never waits for the display.
        sent.current = '';
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [api, text, resumptions]);
  useLineDisplay(session, current);
}

/** Shows the sale on the display with two lines that is plugged into this tablet, if there is one. */
function useLineDisplay(session: Session, current: Sale): void {
  const display = useWired('customer_display');
  const { store } = session;
  const t = textsIn(store.language ?? 'en');
  const words = {
    store: store.name,
    total: t('cart.total'),
    due: t('pay.due'),
    change: t('done.change'),
    amount: formatsFor(store.language ?? 'en', store.currency).amount,
  };
  const text =
    display === undefined ? '' : displayLines(shownOf(current, session), words).join('\n');
  useEffect(() => {
    if (display === undefined) return;
    const [first = '', second = ''] = text.split('\n');
    // A sale never waits for the display.
    sendToDevice(display, displayBytes([first, second])).catch(() => undefined);
  }, [display, text]);
}
