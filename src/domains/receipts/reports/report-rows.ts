import type { Language } from '../../../platform/language.js';
import { type Formats, formatsFor } from '../../../platform/local-formats.js';
import { parseRate } from '../../pricing/index.js';
import type { Report } from '../../shifts/index.js';
import { methodName, type Texts, textsIn } from '../../texts/index.js';
import type { Row } from '../layout.js';

type Wording = { texts: Texts; formats: Formats; timeZone: string };

const RULE: Row = { kind: 'rule' };
const text = (words: string): Row => ({ kind: 'text', text: words });
const entry = (label: string, amount: string): Row => ({ kind: 'entry', entry: { label, amount } });
const negative = (amount: string): string => (Number(amount) === 0 ? amount : `-${amount}`);

/** The X or Z report of a shift as the rows of a paper, in the language of the store. */
export function reportRows(report: Report, language: Language, timeZone: string): Row[] {
  const formats = formatsFor(language, report.currency);
  const wording = { texts: textsIn(language), formats, timeZone };
  const { shiftReport: words } = wording.texts;
  const title = report.report === 'Z' ? words.z(String(report.number ?? 0)) : words.x;
  return [
    { kind: 'heading', text: report.store_name },
    { kind: 'mark', text: title.toUpperCase() },
    ...headRows(report, wording),
    RULE,
    ...(report.is_blind ? [text(words.blind)] : []),
    ...saleRows(report, wording),
    ...figureRows(report, wording),
    ...taxRows(report, wording),
    ...cashRows(report, wording),
    ...(report.movements.length === 0 ? [] : [RULE]),
    ...report.movements.map(one =>
      entry(
        one.reason,
        formats.amount(one.kind === 'paid_out' ? negative(one.amount) : one.amount),
      ),
    ),
    ...(report.variance_reason === '' ? [] : [RULE, text(report.variance_reason)]),
    ...fiscalRows(report, wording),
  ];
}

function headRows(report: Report, { texts, formats, timeZone }: Wording): Row[] {
  const { shiftReport: words } = texts;
  const at = (time: string): string => formats.dateTime(new Date(time), timeZone);
  const by = (name: string | null): Row[] => (name === null ? [] : [entry('', name)]);
  return [
    entry(words.till, report.terminal_id),
    entry(words.opened, at(report.opened_at)),
    ...by(report.opened_by_name),
    ...(report.closed_at === null
      ? [entry(words.asOf, at(report.generated_at))]
      : [entry(words.closed, at(report.closed_at)), ...by(report.closed_by_name)]),
  ];
}

function saleRows(report: Report, { texts, formats }: Wording): Row[] {
  const { shiftReport: words } = texts;
  const { sales, payments, refunds } = report;
  return [
    entry(
      `${words.sales} (${sales.count})`,
      sales.amount === null ? '' : formats.amount(sales.amount),
    ),
    ...payments.map(one =>
      entry(`- ${methodName(one, texts)} (${one.count})`, formats.amount(one.amount)),
    ),
    ...refunds.map(one =>
      entry(
        `- ${words.refund}: ${words.way[one.way ?? 'open']} (${one.count})`,
        formats.amount(negative(one.amount)),
      ),
    ),
  ];
}

/** Discounts, voids, rounding, tips, layaways and late sales; earlier reports lack some. */
function figureRows(report: Report, { texts, formats }: Wording): Row[] {
  const { shiftReport: words } = texts;
  const { amount } = formats;
  const { discounts, voids, rounding, tips, layaways, late } = report;
  const counted = (label: string, one: { count: number; amount: string } | null): Row[] =>
    one === null ? [] : [entry(`${label} (${one.count})`, amount(negative(one.amount)))];
  return [
    ...counted(words.discounts, discounts),
    ...counted(words.voids, voids),
    ...(rounding === null ? [] : [entry(words.rounding, amount(rounding))]),
    ...(tips === undefined
      ? []
      : [
          RULE,
          entry(words.tips, amount(tips.total)),
          ...tips.methods.map(one => entry(`- ${methodName(one, texts)}`, amount(one.amount))),
        ]),
    ...(layaways === undefined
      ? []
      : [
          RULE,
          entry(words.layaways, amount(layaways.received)),
          entry(`- ${words.layawaysDone}`, amount(layaways.completed)),
          entry(`- ${words.layawaysBack}`, amount(layaways.refunded)),
        ]),
    ...(late === undefined
      ? []
      : [
          RULE,
          entry(`${words.late} (${late.count})`, amount(late.amount)),
          entry(`- ${words.lateCash}`, amount(late.cash)),
          ...(late.tips === undefined ? [] : [entry(`- ${words.lateTips}`, amount(late.tips))]),
          text(words.lateText),
        ]),
  ];
}

function taxRows({ taxes, numbers }: Report, { texts, formats }: Wording): Row[] {
  const { shiftReport: words } = texts;
  return [
    ...(taxes === null || taxes.length === 0 ? [] : [RULE]),
    ...(taxes ?? []).flatMap(({ jurisdiction, rate, taxable, tax }) => [
      text(`${jurisdiction} ${formats.percent(parseRate(rate))}`),
      entry(`- ${words.net} ${formats.amount(taxable)}`, formats.amount(tax)),
    ]),
    ...(numbers === null || numbers.first === null
      ? []
      : [RULE, entry(words.numbers, numbers.first), entry('', numbers.last ?? '')]),
  ];
}

function cashRows({ cash, currency }: Report, { texts, formats }: Wording): Row[] {
  const { shiftReport: words } = texts;
  const { amount } = formats;
  if (cash === null) return [];
  const difference = Number(cash.variance ?? 0);
  const label = difference === 0 ? 'difference' : difference < 0 ? 'missing' : 'over';
  return [
    RULE,
    entry(words.float, amount(cash.opening_float)),
    entry(words.cashSales, amount(cash.sales)),
    entry(words.cashRefunds, amount(negative(cash.refunds))),
    entry(words.paidIn, amount(cash.paid_in)),
    entry(words.paidOut, amount(negative(cash.paid_out))),
    entry(words.expected(currency), amount(cash.expected)),
    ...(cash.counted === null ? [] : [entry(words.counted, amount(cash.counted))]),
    ...(cash.variance === null ? [] : [entry(words[label], amount(cash.variance))]),
  ];
}

function fiscalRows({ fiscal }: Report, { texts }: Wording): Row[] {
  if (fiscal === undefined) return [];
  const { shiftReport: words, receipt } = texts;
  return [
    RULE,
    text(receipt.signer(fiscal.serial)),
    entry(`${words.signatures} (${fiscal.count})`, `${fiscal.first} - ${fiscal.last}`),
  ];
}
