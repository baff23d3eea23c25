import type { ReturnReason } from '../../../shared/return-reasons.js';
import { textsIn } from '../../texts/texts-in.js';
import type { Entry } from '../journal/entries.js';
import type { Session } from '../types.js';
import { footRows, pair, RULE, servedRows, storeRows, text, wordsOf } from './head.js';
import type { PaperRow } from './rows.js';

/** Goods that came back, in units as people count them. */
export type ReturnedGoods = { name: string; quantity: number; worthMinor: number };

export type PaidReturn = {
  /** As it stands on the receipt. */
  saleNumber: string;
  reason: ReturnReason;
  goods: readonly ReturnedGoods[];
  /** The cash that the customer got, in coins of the store. */
  refundMinor: number;
};

/** The slip of a return that the service does not have yet. */
export function returnRows(
  session: Session,
  { saleNumber, reason, goods, refundMinor }: PaidReturn,
  { counter, occurred_at: at }: Pick<Entry, 'counter' | 'occurred_at'>,
): PaperRow[] {
  const { store, terminal } = session;
  const { language, formats, own, amount, total } = wordsOf(session);
  const t = textsIn(language);
  const worthMinor = goods.reduce((sum, one) => sum + one.worthMinor, 0);
  const roundingMinor = worthMinor - refundMinor;
  return [
    ...storeRows(session),
    { kind: 'heading', text: own('refund').toUpperCase() },
    // A text: the counter is part of a name, and has no digit groups.
    text(own('entry', { terminal, counter: String(counter) })),
    ...servedRows(session, at),
    text(own('ofSale', { number: saleNumber })),
    text(own('reason', { reason: t(`return.reason.${reason}`) })),
    RULE,
    ...goods.map(({ name, quantity, worthMinor: worth }) =>
      pair(`${formats.quantity(quantity)} x ${name}`, amount(-worth)),
    ),
    ...(roundingMinor === 0 ? [] : [pair(t('report.rounding'), amount(roundingMinor))]),
    {
      kind: 'total',
      left: language === 'de' ? own('refund') : `${own('refund')} ${store.currency}`,
      right: total(-refundMinor),
    },
    RULE,
    pair(own('cash'), amount(-refundMinor)),
    { kind: 'signature', text: own('signature') },
    ...footRows(session, saleNumber),
  ];
}
