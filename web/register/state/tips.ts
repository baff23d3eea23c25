import { cashDueOf, unitMinorOf } from '../../../src/domains/pricing/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { readMoney } from '../parts/money.js';
import type { Method, StoreSettings } from './types.js';

/** What the cashier has chosen: nothing, one of the percentages, or an amount that the customer names. */
export type TipDraft =
  | { kind: 'none' }
  | { kind: 'percent'; percent: number }
  | { kind: 'own'; text: string };
export const NO_TIP: TipDraft = { kind: 'none' };

/** Only cash and cards take tips. */
export const takesTip = ({ tips }: StoreSettings, { type }: Method): boolean =>
  tips !== undefined && (type === 'cash' || type === 'card');

/** Coins in cash, otherwise the smallest amount of the currency. */
export const tipStepOf = (store: StoreSettings, { type }: Method): number =>
  Math.max(type === 'cash' ? cashStepOf(store) : 0, unitMinorOf(store.currency));

export const percentTip = (dueMinor: number, percent: number, stepMinor: number): number =>
  cashDueOf(Math.round((dueMinor * percent) / 100), stepMinor);

/** What the store still allows for this sale. */
export const mostTip = (store: StoreSettings, totalMinor: number, takenMinor: number): number =>
  Math.max(Math.floor((totalMinor * (store.tips?.maxPercent ?? 0)) / 100) - takenMinor, 0);

/** Undefined if the typed text is not an amount. */
export function tipMinorOf(
  draft: TipDraft,
  dueMinor: number,
  stepMinor: number,
): number | undefined {
  if (draft.kind === 'none') return 0;
  if (draft.kind === 'percent') return percentTip(dueMinor, draft.percent, stepMinor);
  return draft.text === '' ? 0 : readMoney(draft.text);
}
