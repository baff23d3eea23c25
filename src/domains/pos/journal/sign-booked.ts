import type { Tx } from '../../../platform/database/tx.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import {
  grossByPlace,
  otherProcess,
  type Process,
  receiptProcess,
  signEntry,
} from '../../fiscal/index.js';
import type { StoredEntry } from './journal-repository.js';
import { receiptFigures } from './receipt-figures-repository.js';

/** Signs an entry that is booked, in its transaction. */
export const signBooked = (tx: Tx, { config }: Platform, entry: StoredEntry, now: Date) =>
  signEntry(
    tx,
    config,
    { storeId: entry.store_id, terminalId: entry.terminal_id },
    { entryId: entry.id, transactionId: entry.transaction_id, kind: entry.kind },
    { begunAt: entry.booked_at, at: now },
    () => processOf(tx, entry),
  );

async function processOf(tx: Tx, entry: StoredEntry): Promise<Process> {
  if (entry.kind !== 'sale' || entry.transaction_id === null) {
    return otherProcess(entry.kind, `${entry.terminal_id}-${entry.counter}`);
  }
  const { currency, total, tips, taxes, paid } = await receiptFigures(tx, entry.transaction_id);
  const add = (a: string, b: string): string =>
    formatMoney(minor(a, currency) + minor(b, currency), currency);
  const taxed = taxes.reduce((sum, { gross }) => add(sum, gross), '0.00');
  // What no rate covers, such as a gift card or a tip, is untaxed.
  const rest = formatMoney(
    minor(total, currency) + minor(tips, currency) - minor(taxed, currency),
    currency,
  );
  const sums = grossByPlace([...taxes, { rate: '0', gross: rest }], add);
  return receiptProcess('Beleg', sums, paid, currency);
}
