import { isMeasured, parseRate } from '../../../../src/domains/pricing/index.js';
import { textsIn } from '../../texts/texts-in.js';
import {
  type Basket,
  type Line,
  lineMinor,
  quantityText,
  type Terms,
  totalsFor,
} from '../basket.js';
import type { Entry } from '../journal/entries.js';
import { type AcceptedTender, tipsIn } from '../sale.js';
import type { Session } from '../types.js';
import { footRows, GAP, pair, RULE, servedRows, storeRows, text, wordsOf } from './head.js';
import type { PaperRow } from './rows.js';

type PaidSale = {
  basket: Basket;
  /** Terms at the first part, if the sale was paid in parts. */
  terms?: Terms;
  tenders: readonly AcceptedTender[];
  roundingMinor?: number;
  changeMinor: number;
};

/** The receipt of a sale that the service does not have yet, with the number of the till. */
export function saleRows(
  session: Session,
  { basket, terms, tenders, roundingMinor, changeMinor }: PaidSale,
  { number, occurred_at: at }: Pick<Entry, 'number' | 'occurred_at'>,
): PaperRow[] {
  const { store } = session;
  const { language, formats, amount, total } = wordsOf(session);
  const t = textsIn(language);
  const totals = totalsFor(basket, store, terms);
  const goods = (line: Line): PaperRow[] => {
    const { unit, name } = line.good;
    const quantity = quantityText(line, formats.measure);
    const price = `${amount(line.unitPriceMinor)}${isMeasured(unit) ? `/${unit}` : ''}`;
    return [text(name), pair(`  ${quantity} x ${price}`, amount(lineMinor(line)))];
  };
  const taxes = totals.taxBreakdown.map(({ rate, tax }) =>
    pair(`${t('cart.taxIncluded')} ${formats.percent(parseRate(rate))}`, formats.amount(tax)),
  );
  const tipMinor = tipsIn(tenders);
  return [
    ...storeRows(session),
    number === null
      ? text(`*** ${t('receipt.provisional')} ***`)
      : text(`${t('done.receipt')} ${number}`),
    ...servedRows(session, at),
    RULE,
    ...basket.lines.flatMap(goods),
    RULE,
    pair(t('cart.subtotal'), amount(totals.subtotalMinor)),
    ...(totals.discountMinor > 0 ? [pair(t('cart.discounts'), amount(-totals.discountMinor))] : []),
    ...(totals.pricesIncludeTax ? [] : [pair(t('cart.tax'), amount(totals.taxMinor))]),
    {
      kind: 'total',
      left: language === 'de' ? t('cart.total') : `${t('cart.total')} ${store.currency}`,
      right: total(totals.totalMinor),
    },
    ...(totals.pricesIncludeTax ? taxes : []),
    RULE,
    ...(roundingMinor ? [pair(t('report.rounding'), amount(roundingMinor))] : []),
    ...(tipMinor > 0 ? [pair(t('tip.title'), amount(tipMinor))] : []),
    ...tenders.map(tender => pair(tender.name, amount(tender.amountMinor))),
    pair(t('done.change'), amount(changeMinor)),
    GAP,
    ...footRows(session, number),
  ];
}
