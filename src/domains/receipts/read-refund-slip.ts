import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { formatMoney, minor } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { signaturesOfRecords } from '../fiscal/index.js';
import { fullName, userById } from '../people/index.js';
import { linesOfReturns, returnOfRefund } from '../returns/index.js';
import { findStore, storeLanguage } from '../stores/index.js';
import { type Texts, textsIn } from '../texts/index.js';
import { describeLine, refundView, type Sale } from '../transactions/index.js';
import { type Entry, fiscalLines, headOf, type Receipt } from './read-receipt.js';

type Way = keyof Texts['receipt']['refundWay'];

/** What a customer signs or takes home for one refund of a sale, with the goods that came back. */
export async function readRefundSlip(
  reader: Reader,
  sale: Sale,
  refundId: string,
): Promise<Receipt> {
  const refund = await refundView(reader, 'refund_id', refundId);
  if (refund?.transaction_id !== sale.id) throw notFound('Refund');
  const store = await findStore(reader, refund.store_id);
  const language = store === undefined ? DEFAULT_LANGUAGE : storeLanguage(store);
  const { receipt: texts } = textsIn(language);
  const formats = formatsFor(language, sale.currency);
  const clerk = refund.requested_by && (await userById(reader, refund.requested_by));
  const tip = minor(refund.tip, sale.currency);
  const paid = minor(refund.amount, sale.currency) + minor(refund.rounding, sale.currency) + tip;
  const shown = formats.amount(formatMoney(-paid, sale.currency));
  const signed = (await signaturesOfRecords(reader, [refund.id])).at(-1);
  const marks: Record<string, string> = {
    pending: texts.refundPending,
    failed: texts.refundFailed,
  };
  return {
    language,
    ...(await headOf(reader, store, language)),
    title: texts.refundSlip,
    number: refund.refund_id,
    code: sale.transaction_number,
    at: formats.dateTime(refund.processed_at ?? refund.created_at, store?.time_zone ?? 'UTC'),
    terminal: refund.terminal_id,
    cashier: clerk ? fullName(clerk) : null,
    notes: [
      texts.ofSale(sale.transaction_number),
      ...(refund.reason === '' ? [] : [texts.reason(refund.reason)]),
    ],
    mark: marks[refund.status] ?? null,
    currency: sale.currency,
    lines: [],
    sums: [
      ...(await goodsOf(reader, refund.id, sale.currency, formats)),
      ...(tip === 0
        ? []
        : [{ label: texts.tip, amount: formats.amount(formatMoney(-tip, sale.currency)) }]),
    ],
    totalLabel: texts.refundTotal(sale.currency),
    total: formats.total(formatMoney(-paid, sale.currency)),
    payments:
      refund.way === null ? [] : [{ label: texts.refundWay[refund.way as Way], amount: shown }],
    ...(refund.way === 'cash' && { signature: texts.signature }),
    ...(signed && { fiscal: fiscalLines(signed, texts) }),
  };
}

/** The goods of the return that the refund belongs to. */
async function goodsOf(
  reader: Reader,
  refundId: string,
  currency: string,
  formats: ReturnType<typeof formatsFor>,
): Promise<Entry[]> {
  const row = await returnOfRefund(reader, refundId);
  if (row === undefined) return [];
  const lines = await linesOfReturns(reader, [row.id]);
  return lines.map(line => ({
    label: `${formats.quantity(shownQuantity(line.quantity, line.unit))} x ${describeLine(line)}`,
    amount: formats.amount(formatMoney(-minor(line.refund_amount, currency), currency)),
  }));
}
