import type { Reader } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE, type Language } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { minor } from '../../platform/money.js';
import { parseRate } from '../pricing/index.js';
import { findStore, mailTemplates, storeLanguage } from '../stores/index.js';
import { type MailTemplates, type Texts, textsIn } from '../texts/index.js';
import type { Quote, QuotedLine } from './repository.js';

export type WrittenLine = Pick<QuotedLine, 'description' | 'sku'> & {
  quantity: string;
  unitPrice: string;
  total: string;
};

/** A quote in words and amounts of the store's language, for paper and mail. */
export type WrittenQuote = {
  language: Language;
  texts: Texts['quote'];
  storeName: string;
  /** The store's own texts of mails. */
  mailTemplates: MailTemplates;
  storeLines: string[];
  greeting: string;
  number: string;
  madeOn: string;
  validUntil: string;
  lines: WrittenLine[];
  sums: { label: string; amount: string }[];
  total: string;
};

export async function writtenQuote(reader: Reader, quote: Quote): Promise<WrittenQuote> {
  const store = await findStore(reader, quote.store_id);
  const language = store === undefined ? DEFAULT_LANGUAGE : storeLanguage(store);
  const { quote: texts, sums, receipt } = textsIn(language);
  const formats = formatsFor(language, quote.currency);
  const zone = store?.time_zone ?? 'UTC';
  const optional = (label: string, amount: string, sign = '') =>
    minor(amount, quote.currency) > 0
      ? [{ label, amount: formats.amount(`${sign}${amount}`) }]
      : [];
  const taxes = quote.tax_breakdown
    .filter(({ tax }) => minor(tax, quote.currency) > 0)
    .map(({ jurisdiction, rate, tax, net }) => {
      const percent = formats.percent(parseRate(rate));
      return {
        label: quote.prices_include_tax
          ? receipt.taxInside(percent, formats.amount(net))
          : receipt.taxOf(jurisdiction, percent),
        amount: formats.amount(tax),
      };
    });
  const total = { label: texts.total, amount: formats.money(quote.total_amount) };
  return {
    language,
    texts,
    storeName: store?.name ?? '',
    mailTemplates: store === undefined ? {} : mailTemplates(store),
    storeLines: [store?.address, store?.city, store?.phone].flatMap(line => line || []),
    greeting: quote.customer_name === '' ? texts.hello : texts.helloTo(quote.customer_name),
    number: quote.number,
    madeOn: formats.dateTime(quote.created_at, zone),
    validUntil: formats.dateTime(quote.valid_until, zone),
    lines: quote.lines.map(line => ({
      description: line.description,
      sku: line.sku,
      quantity:
        line.unit === 'piece'
          ? formats.quantity(line.quantity)
          : `${formats.measure(line.quantity)} ${line.unit}`,
      unitPrice: formats.amount(line.unit_price),
      total: formats.amount(line.subtotal),
    })),
    sums: [
      { label: sums.subtotal, amount: formats.amount(quote.subtotal) },
      ...optional(sums.discount, quote.discount_amount, '-'),
      ...(quote.prices_include_tax ? [total, ...taxes] : [...taxes, total]),
    ],
    total: total.amount,
  };
}
