import { isMeasured, parseRate } from '../../../../src/domains/pricing/index.js';
import { textsIn } from '../../texts/texts-in.js';
import { type Basket, type Line, quantityText } from '../basket.js';
import { lineMinor, type Terms, totalsFor } from '../basket-totals.js';
import type { Entry } from '../journal/entries.js';
import { type AcceptedTender, type TakenOver, tipsIn } from '../sale.js';
import type { Session } from '../types.js';
import { footRows, GAP, pair, RULE, servedRows, storeRows, text, wordsOf } from './head.js';
import type { PaperRow } from './rows.js';

type PaidSale = {
  basket: Basket;
  /** Terms at the first part, if the sale was paid in parts. */
  terms?: Terms;
  /** Set for a sale of the service, with its amounts. */
  takenOver?: TakenOver | null;
  tenders: readonly AcceptedTender[];
  roundingMinor?: number;
  changeMinor: number;
};

/** The receipt of a sale that the service does not have yet, with the number of the till. */
export function saleRows(
  session: Session,
  sale: PaidSale,
  { number, occurred_at: at }: Pick<Entry, 'number' | 'occurred_at'>,
): PaperRow[] {
  const { formats, amount } = wordsOf(session);
  const t = paperWords(session);
  const goods = (line: Line): PaperRow[] => {
    const { unit, name } = line.good;
    const quantity = quantityText(line, formats.measure);
    const price = `${amount(line.unitPriceMinor)}${isMeasured(unit) ? `/${unit}` : ''}`;
    return [text(name), pair(`  ${quantity} x ${price}`, amount(lineMinor(line)))];
  };
  return [
    ...storeRows(session),
    number === null
      ? text(`*** ${t('receipt.provisional')} ***`)
      : text(`${t('done.receipt')} ${number}`),
    ...servedRows(session, at),
    RULE,
    ...sale.basket.lines.flatMap(goods),
    RULE,
    ...sumRows(session, sale),
    RULE,
    ...paymentRows(session, sale),
    GAP,
    ...footRows(session, number),
  ];
}

const paperWords = (session: Session) => textsIn(wordsOf(session).language);

/** The amounts of the service, or those that this till has worked out. */
function sumsOf({ store }: Session, { basket, terms, takenOver }: PaidSale) {
  const own = totalsFor(basket, store, terms);
  if (!takenOver) return own;
  const { subtotalMinor, taxMinor, totalMinor } = takenOver.totals;
  const { pricesIncludeTax } = own;
  const discountMinor = subtotalMinor + (pricesIncludeTax ? 0 : taxMinor) - totalMinor;
  return { ...takenOver.totals, pricesIncludeTax, discountMinor, taxBreakdown: undefined };
}

function sumRows(session: Session, sale: PaidSale): PaperRow[] {
  const { store } = session;
  const { language, formats, amount, total } = wordsOf(session);
  const t = paperWords(session);
  const sums = sumsOf(session, sale);
  const included = sums.taxBreakdown?.map(({ rate, tax }) =>
    pair(`${t('cart.taxIncluded')} ${formats.percent(parseRate(rate))}`, formats.amount(tax)),
  ) ?? [pair(t('cart.taxIncluded'), amount(sums.taxMinor))];
  return [
    pair(t('cart.subtotal'), amount(sums.subtotalMinor)),
    ...(sums.discountMinor > 0 ? [pair(t('cart.discounts'), amount(-sums.discountMinor))] : []),
    ...(sums.pricesIncludeTax ? [] : [pair(t('cart.tax'), amount(sums.taxMinor))]),
    {
      kind: 'total',
      left: language === 'de' ? t('cart.total') : `${t('cart.total')} ${store.currency}`,
      right: total(sums.totalMinor),
    },
    ...(sums.pricesIncludeTax ? included : []),
  ];
}

function paymentRows(session: Session, sale: PaidSale): PaperRow[] {
  const { tenders, roundingMinor = 0, changeMinor } = sale;
  const { amount } = wordsOf(session);
  const t = paperWords(session);
  const tipMinor = tipsIn(tenders);
  const paidMinor = tenders.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  // Such as the deposit of a layaway, or what another till has taken.
  const beforeMinor = sumsOf(session, sale).totalMinor + roundingMinor + tipMinor - paidMinor;
  return [
    ...(roundingMinor ? [pair(t('report.rounding'), amount(roundingMinor))] : []),
    ...(tipMinor > 0 ? [pair(t('tip.title'), amount(tipMinor))] : []),
    ...(beforeMinor > 0 ? [pair(t('receipt.paidBefore'), amount(beforeMinor))] : []),
    ...tenders.map(tender => pair(tender.name, amount(tender.amountMinor))),
    pair(t('done.change'), amount(changeMinor)),
  ];
}
