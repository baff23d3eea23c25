import { formatsFor, isMeasured, parseRate } from '../../../src/domains/pricing/index.js';
import { formatMoney } from '../../../src/platform/money.js';
import { RULE, row } from '../parts/paper.js';
import { type Line, lineMinor, quantityText, totalsFor } from '../state/basket.js';
import type { Done } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { tipsIn } from '../state/tips.js';
import { textsIn } from '../texts/index.js';

/** The receipt of an unsent sale with the number of the till, in the language of the store. */
export function provisionalReceipt(
  { store, terminal }: Session,
  done: Done,
  dateTime: (at: string) => string,
): string {
  const language = store.language ?? 'en';
  const t = textsIn(language);
  const formats = formatsFor(language, store.currency);
  const amount = (minor: number): string => formats.amount(formatMoney(minor, store.currency));
  const totals = totalsFor(done.basket, store, done.terms);
  const isGerman = language === 'de';
  const goods = (line: Line): string[] => {
    const quantity = isMeasured(line.good.unit)
      ? `${formats.measure(line.quantity / 1_000)} ${line.good.unit}`
      : quantityText(line);
    const per = isMeasured(line.good.unit) ? `/${line.good.unit}` : '';
    return [
      line.good.name,
      row(`  ${quantity} x ${amount(line.unitPriceMinor)}${per}`, amount(lineMinor(line))),
    ];
  };
  const taxes = totals.taxBreakdown.map(({ rate, tax }) =>
    row(`${t('cart.taxIncluded')} ${formats.percent(parseRate(rate))}`, formats.amount(tax)),
  );
  return [
    store.name,
    store.address,
    '',
    done.tillNumber === undefined
      ? `*** ${t('receipt.provisional')} ***`
      : `${t('done.receipt')} ${done.tillNumber}`,
    row(
      isGerman ? formats.dateTime(new Date(done.at), store.timeZone) : dateTime(done.at),
      terminal,
    ),
    RULE,
    ...done.basket.lines.flatMap(goods),
    RULE,
    row(t('cart.subtotal'), amount(totals.subtotalMinor)),
    ...(totals.discountMinor > 0 ? [row(t('cart.discounts'), amount(-totals.discountMinor))] : []),
    ...(totals.pricesIncludeTax ? [] : [row(t('cart.tax'), amount(totals.taxMinor))]),
    row(
      isGerman ? t('cart.total') : `${t('cart.total')} ${store.currency}`,
      formats.total(formatMoney(totals.totalMinor, store.currency)),
    ),
    ...(totals.pricesIncludeTax ? taxes : []),
    RULE,
    ...(done.roundingMinor ? [row(t('report.rounding'), amount(done.roundingMinor))] : []),
    ...(tipsIn(done.tenders) > 0 ? [row(t('tip.title'), amount(tipsIn(done.tenders)))] : []),
    ...done.tenders.map(tender => row(tender.name, amount(tender.amountMinor))),
    row(t('done.change'), amount(done.changeMinor)),
    '',
    store.receiptFooter,
  ].join('\n');
}
