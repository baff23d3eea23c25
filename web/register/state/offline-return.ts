import {
  type EarlierReturn,
  inUnits,
  refundFor,
  shownQuantity,
  stepsOf,
  unitMinorOf,
} from '../../../src/domains/pricing/index.js';
import { portion } from '../../../src/platform/money.js';
import { inDatabase } from './database.js';
import { type Entry, entriesFrom, type SoldGoods } from './journal/entries.js';

/** A line of a sale that this till has in its journal, and how much of it can still come back. */
export type KeptLine = SoldGoods & { line: number; returned: number };

export type KeptSale = { number: string; lines: KeptLine[] };

const sameNumber = (one: string | null | undefined, other: string): boolean =>
  one?.toUpperCase() === other.toUpperCase();

type Returned = { line?: number; sku?: string; quantity: number };

/** The sale with a number of the till or of the service, if this till sold it in the last weeks. */
export async function findKept(terminal: string, wanted: string): Promise<KeptSale | undefined> {
  const entries = await inDatabase('readonly', table => entriesFrom(table, terminal, 0));
  const sold = entries.find(
    ({ kind, number, transactionId }) =>
      kind === 'sale' && (sameNumber(number, wanted) || sameNumber(transactionId, wanted)),
  );
  if (sold?.goods === undefined) return undefined;
  return { number: wanted, lines: withReturned(sold, sold.goods, entries) };
}

/** Less what this till has taken back already; another till may have taken back more. */
function withReturned(
  { number, transactionId }: Entry,
  goods: readonly SoldGoods[],
  entries: readonly Entry[],
): KeptLine[] {
  const lines = goods.map((good, line) => ({ ...good, line, returned: 0 }));
  for (const { kind, data } of entries) {
    const of = String(data.transaction ?? '');
    const isOfSale = sameNumber(number, of) || sameNumber(transactionId, of);
    if (kind !== 'return' || !isOfSale) continue;
    for (const back of (data.line_items ?? []) as Returned[]) {
      const found = lines.find(({ line, sku }) =>
        back.line === undefined ? sku === back.sku : line === back.line,
      );
      if (found) found.returned += stepsOf(back.quantity, found.unit) ?? 0;
    }
  }
  return lines;
}

export const leftOf = ({ quantity, returned, unit }: KeptLine): number =>
  shownQuantity(Math.max(0, quantity - returned), unit);

/**
 * What these units are worth, as the service computes it; undefined if they are more than are left.
 * `counts` are quantities by line.
 */
export function worthOf(
  lines: readonly KeptLine[],
  counts: Readonly<Record<number, number>>,
  currency: string,
): number | undefined {
  const earlier = ({ returned, quantity, netMinor, taxMinor }: KeptLine): EarlierReturn => ({
    quantity: returned,
    refundedMinor:
      quantity === 0
        ? 0
        : portion(netMinor, returned, quantity) + portion(taxMinor, returned, quantity),
  });
  const returning = lines.flatMap(line => {
    const quantity = stepsOf(counts[line.line] ?? 0, line.unit) ?? 0;
    return quantity > 0 ? { key: String(line.line), quantity } : [];
  });
  if (returning.length === 0) return 0;
  const soldLines = lines.map(({ line, quantity, netMinor, taxMinor }) => ({
    key: String(line),
    quantity,
    netMinor,
    taxMinor,
  }));
  const alreadyReturned = new Map(lines.map(line => [String(line.line), earlier(line)]));
  const refund = inUnits(
    unitMinorOf(currency),
    { soldLines, alreadyReturned, returning },
    refundFor,
  );
  return refund.ok ? refund.refundMinor : undefined;
}
