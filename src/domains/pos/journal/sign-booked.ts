import type { Tx } from '../../../platform/database/tx.js';
import { formatMoney, minor, sumOf } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import {
  grossByPlace,
  otherProcess,
  type Process,
  receiptProcess,
  signEntry,
} from '../../fiscal/index.js';
import { givenBackBy } from '../dsfinvk/repository.js';
import { bonOfRefund } from '../dsfinvk/rules.js';
import type { StoredEntry } from './journal-repository.js';
import { paymentFigures, receiptFigures } from './receipt-figures-repository.js';
import type { EntryRecord } from './record-repository.js';

/** Signs an entry that is booked, in its transaction. */
export const signBooked = (
  tx: Tx,
  { config }: Platform,
  entry: StoredEntry,
  now: Date,
  records: readonly EntryRecord[] = [],
) =>
  signEntry(
    tx,
    config,
    { storeId: entry.store_id, terminalId: entry.terminal_id },
    {
      entryId: entry.id,
      transactionId: entry.transaction_id,
      kind: entry.kind,
      recordIds: records.map(({ id }) => id),
    },
    { begunAt: entry.booked_at, at: now },
    () => processOf(tx, entry, records),
  );

async function processOf(
  tx: Tx,
  entry: StoredEntry,
  records: readonly EntryRecord[],
): Promise<Process> {
  const { kind, transaction_id: saleId } = entry;
  const [first] = records;
  if (kind === 'sale' && saleId !== null) return saleProcess(tx, saleId);
  if (first?.kind === 'refund') return refundProcess(tx, records);
  if (first?.kind === 'payment') return paymentProcess(tx, first.id);
  return otherProcess(kind, `${entry.terminal_id}-${entry.counter}`);
}

const adding =
  (currency: string) =>
  (a: string, b: string): string =>
    formatMoney(minor(a, currency) + minor(b, currency), currency);

async function saleProcess(tx: Tx, saleId: string): Promise<Process> {
  const { currency, taxes, paid, ...sums } = await receiptFigures(tx, saleId);
  const add = adding(currency);
  const taxed = taxes.reduce((sum, { gross }) => add(sum, gross), '0.00');
  // What no rate covers, such as a gift card, a tip, cash rounding or an earlier deposit, is untaxed.
  const rest = formatMoney(
    minor(sums.total, currency) +
      minor(sums.tips, currency) +
      minor(sums.rounding, currency) -
      minor(taxed, currency) -
      minor(sums.deposits, currency),
    currency,
  );
  const gross = grossByPlace([...taxes, { rate: '0', gross: rest }], add);
  return receiptProcess('Beleg', gross, paid, currency);
}

/** A receipt with negative amounts, as the export of the shift has it. */
async function refundProcess(tx: Tx, records: readonly EntryRecord[]): Promise<Process> {
  const ids = records.map(({ id }) => id);
  const given = await givenBackBy(tx, ids);
  const currency = given[0]?.currency ?? '';
  const bons = given.map(refund => bonOfRefund(refund, currency));
  const lines = bons.flatMap(bon => bon.lines);
  const gross = lines.map(line => ({
    rate: line.rate,
    gross: formatMoney(line.grossMinor, currency),
  }));
  const paid = [true, false].flatMap(isCash => {
    const parts = bons.flatMap(bon => bon.payments).filter(one => (one.type === 'Bar') === isCash);
    if (parts.length === 0) return [];
    const sum = sumOf(parts.map(({ amountMinor }) => amountMinor));
    return { amount: formatMoney(sum, currency), isCash, currency };
  });
  return receiptProcess('Beleg', grossByPlace(gross, adding(currency)), paid, currency);
}

/** A deposit is not taxed; the receipt that completes the sale is. */
async function paymentProcess(tx: Tx, paymentId: string): Promise<Process> {
  const part = await paymentFigures(tx, paymentId);
  const sums = grossByPlace([{ rate: '0', gross: part.amount }], adding(part.currency));
  return receiptProcess('Beleg', sums, [part], part.currency);
}
