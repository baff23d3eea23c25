import { DEFAULT_LANGUAGE, type Language } from '../../platform/language.js';
import { type Formats, formatsFor } from '../../platform/local-formats.js';
import { minor } from '../../platform/money.js';
import { clean, escapeHtml } from '../../platform/plain-text.js';
import { isMeasured, shownQuantity } from '../../platform/quantity.js';
import { type Texts, textsIn } from '../texts/index.js';
import { bundleOf, describeLine } from './describe-line.js';
import type { Sale, SaleLine } from './repository.js';

/** A mail about an order: paragraphs, the lines and sums of the order, paragraphs. */
export type OrderMail = {
  /** Default: English. */
  language?: Language;
  before: readonly string[];
  sale: Pick<
    Sale,
    | 'currency'
    | 'subtotal'
    | 'promotion_discount'
    | 'shipping_amount'
    | 'tax_amount'
    | 'prices_include_tax'
    | 'total_amount'
  >;
  lines: readonly (Pick<
    SaleLine,
    'quantity' | 'unit' | 'subtotal' | 'name' | 'product_name' | 'variant_name'
  > & { bundle?: unknown })[];
  /** What the total was paid with, where the mail says so. */
  payments?: readonly { method: string; amount: string }[];
  /** An empty text starts a new paragraph. */
  after: readonly string[];
};

type Entry = { label: string; amount: string };

/** The lines add up to the subtotal, and the sums above the total to it. */
const goodsOf = (lines: OrderMail['lines'], formats: Formats): Entry[] =>
  lines.map(line => ({
    label: `${quantityText(line, formats)} x ${clean(withBundle(line))}`,
    amount: formats.amount(line.subtotal),
  }));

/** "White Mug (Gift Set)": a part is named with its bundle. */
function withBundle(line: OrderMail['lines'][number]): string {
  const bundle = bundleOf(line);
  return bundle === null ? describeLine(line) : `${describeLine(line)} (${bundle.name})`;
}

function sumsOf(sale: OrderMail['sale'], { sums, order }: Texts, formats: Formats): Entry[] {
  const optional = (label: string, amount: string, sign = ''): Entry[] =>
    minor(amount, sale.currency) > 0 ? [{ label, amount: formats.amount(`${sign}${amount}`) }] : [];
  return [
    { label: sums.subtotal, amount: formats.amount(sale.subtotal) },
    ...optional(sums.discount, sale.promotion_discount, '-'),
    ...optional(sums.shipping, sale.shipping_amount),
    ...(sale.prices_include_tax ? [] : optional(sums.tax, sale.tax_amount)),
    { label: order.total, amount: formats.money(sale.total_amount) },
    ...(sale.prices_include_tax ? optional(order.taxIncluded, sale.tax_amount) : []),
  ];
}

/** The payments; they add up to the total. */
const paymentsOf = ({ payments = [] }: OrderMail, { order }: Texts, formats: Formats): Entry[] =>
  payments.map(({ method, amount }) => ({
    label: order.payment(clean(method)),
    amount: formats.amount(amount),
  }));

/** Renders the mail as plain text and as HTML. */
export function renderOrderMail(mail: OrderMail): { text: string; html: string } {
  const { language = DEFAULT_LANGUAGE } = mail;
  const texts = textsIn(language);
  const formats = formatsFor(language, mail.sale.currency);
  const goods = goodsOf(mail.lines, formats);
  const sums = [...sumsOf(mail.sale, texts, formats), ...paymentsOf(mail, texts, formats)];
  const entry = ({ label, amount }: Entry): string => `${label}: ${amount}`;
  const text = [...mail.before, '', ...goods.map(entry), '', ...sums.map(entry), '', ...mail.after];
  return { text: `${text.join('\n').trimEnd()}\n`, html: htmlOf(mail, goods, sums) };
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:32rem;padding:0 1rem;color:#111}
table{border-collapse:collapse;width:100%;margin:1rem 0;border-top:1px solid #bbb}
td{padding:.2rem 0;vertical-align:top;overflow-wrap:anywhere}
td:last-child{text-align:right;white-space:nowrap;padding-left:1rem}tr.total td{font-weight:700}`;

function htmlOf(mail: OrderMail, goods: readonly Entry[], sums: readonly Entry[]): string {
  const { language = DEFAULT_LANGUAGE } = mail;
  const { total } = textsIn(language).order;
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><style>${STYLE}</style>
${paragraphs(mail.before)}
<table>${goods.map(entry => row(entry)).join('\n')}</table>
<table>${sums.map(entry => row(entry, entry.label === total)).join('\n')}</table>
${paragraphs(mail.after)}
</html>
`;
}

const row = ({ label, amount }: Entry, isTotal = false): string =>
  `<tr${isTotal ? ' class="total"' : ''}><td>${escapeHtml(label)}</td><td>${escapeHtml(amount)}</td></tr>`;

const paragraphs = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .split(/\n{2,}/)
    .filter(block => block.trim() !== '')
    .map(block => `<p>${block.trim().split('\n').map(linked).join('<br>')}</p>`)
    .join('\n');

/** Escaped text cannot end the attribute, because quotes are entities. */
const linked = (line: string): string =>
  escapeHtml(line).replaceAll(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`);

/** `2`, or with its unit `0.432 kg`. */
export function quantityText(
  { quantity, unit }: Pick<SaleLine, 'quantity' | 'unit'>,
  formats: Formats,
): string {
  const shown = formats.quantity(shownQuantity(quantity, unit));
  return isMeasured(unit) ? `${shown} ${unit}` : shown;
}
