import {
  type EarlierReturn,
  inUnits,
  refundFor,
  shownQuantity,
  stepsOf,
  unitMinorOf,
} from '../../../src/domains/pricing/index.js';
import { localDay } from '../../../src/platform/local-day.js';
import { portion } from '../../../src/platform/money.js';
import { inDatabase } from './database.js';
import { tillNow } from './journal/clock.js';
import { type Entry, entriesFrom, type SoldGoods } from './journal/entries.js';
import type { Session } from './types.js';

/**
 * A line of a sale that this till has in its journal, and how much of it can still come back. `line` is
 * its position at the service, which has one line for each part of a bundle.
 */
export type KeptLine = SoldGoods & { line: number; returned: number };

export type KeptSale = {
  number: string;
  /** Without bundles, which come back in parts. */
  lines: KeptLine[];
  hasBundles: boolean;
  /** Codes of the payment methods, such as `cash`. */
  paidWith: string[];
  /** Amounts that this till has paid back already. */
  paidBack: string[];
};

const sameNumber = (one: string | null | undefined, other: string): boolean =>
  one?.toUpperCase() === other.toUpperCase();

type Returned = { line?: number; sku?: string; quantity: number };
type Payment = { payment_method_id: string };

/** The sale with a number of the till or of the service, if this till sold it in the last weeks. */
export async function findKept(terminal: string, wanted: string): Promise<KeptSale | undefined> {
  const entries = await inDatabase('readonly', table => entriesFrom(table, terminal, 0));
  const sold = entries.find(
    ({ kind, number, transactionId }) =>
      kind === 'sale' && (sameNumber(number, wanted) || sameNumber(transactionId, wanted)),
  );
  if (sold?.goods === undefined) return undefined;
  const returns = returnsOf(sold, entries);
  const lines = withReturned(sold.goods, returns);
  return {
    number: sold.number ?? sold.transactionId ?? wanted,
    lines: lines.filter(({ parts }) => parts === undefined),
    hasBundles: lines.some(({ parts }) => parts !== undefined),
    paidWith: ((sold.data.payments ?? []) as Payment[]).map(one => one.payment_method_id),
    paidBack: returns.map(({ data }) => String(data.refund_amount ?? '0')),
  };
}

/** Amounts that this till has paid back without a connection on this day of its store. */
export async function paidBackToday({
  terminal,
  store: { timeZone },
}: Pick<Session, 'terminal' | 'store'>): Promise<string[]> {
  const entries = await inDatabase('readonly', table => entriesFrom(table, terminal, 0));
  const dayOf = (at: number | string): string => localDay(new Date(at), timeZone);
  const today = dayOf(tillNow());
  return entries
    .filter(({ kind, data }) => kind === 'return' && data.refund_amount !== undefined)
    .filter(({ occurred_at: at }) => dayOf(at) === today)
    .map(({ data }) => String(data.refund_amount));
}

/** The returns of a sale that this till has made; another till may have taken back more. */
const returnsOf = ({ number, transactionId }: Entry, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind, data }) => {
    const of = String(data.transaction ?? '');
    return kind === 'return' && (sameNumber(number, of) || sameNumber(transactionId, of));
  });

function withReturned(goods: readonly SoldGoods[], returns: readonly Entry[]): KeptLine[] {
  let position = 0;
  const lines = goods.map(good => {
    const line = position;
    position += good.parts ?? 1;
    return { ...good, line, returned: 0 };
  });
  for (const { data } of returns) {
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
