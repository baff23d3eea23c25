import type { EntryKind } from '../rules.js';

/** What the ledger knows about a change of points. */
export type PointsEntry = {
  kind: EntryKind;
  amount: number;
  transaction_id: string | null;
  hold_id: string | null;
  expires_at: Date | null;
};

/** Points that came together: what is left of them, and what expired. */
export type Lot = {
  points: number;
  expired: number;
  expiresAt: Date | null;
  /** The sale that earned them. */
  saleId: string | null;
};

/** The points that are still there. */
export const lotsOf = (entries: readonly PointsEntry[]): Lot[] =>
  allLots(entries).filter(lot => lot.points > 0);

/** How many of the points that a sale earned have expired. */
export const expiredOfSale = (entries: readonly PointsEntry[], saleId: string): number =>
  allLots(entries).reduce((sum, lot) => sum + (lot.saleId === saleId ? lot.expired : 0), 0);

type Part = { lot: Lot; points: number };

/**
 * Assigns each change of points to lots. Entries are in the order of their time. Spending takes the
 * points that expire first; a return takes the points of its own sale first. Points below zero are
 * made up by the next ones, and a hold that ends gives back the points that it took.
 */
function allLots(entries: readonly PointsEntry[]): Lot[] {
  const lots: Lot[] = [];
  const held = new Map<string | null, Part[]>();
  let missing = 0;
  for (const entry of entries) {
    if (entry.amount < 0) {
      const first = entry.kind === 'taken_back' ? entry.transaction_id : null;
      const taken = take(lots, -entry.amount, first);
      missing += -entry.amount - sumOf(taken);
      if (entry.kind === 'held') held.set(entry.hold_id, taken);
      if (entry.kind === 'expired') countExpired(taken);
      continue;
    }
    const back = entry.kind === 'released' ? (held.get(entry.hold_id) ?? []) : [];
    for (const { lot, points } of back) lot.points += points;
    const added = entry.amount - sumOf(back);
    if (added > 0) lots.push(newLot(entry, added));
    missing -= sumOf(take(lots, missing, null));
  }
  return lots;
}

function countExpired(taken: readonly Part[]): void {
  for (const { lot, points } of taken) lot.expired += points;
}

const newLot = (entry: PointsEntry, points: number): Lot => ({
  points,
  expired: 0,
  expiresAt: entry.expires_at,
  saleId: entry.kind === 'earned' ? entry.transaction_id : null,
});

function take(lots: readonly Lot[], points: number, saleId: string | null) {
  const ownFirst = (lot: Lot): number => (saleId !== null && lot.saleId === saleId ? 0 : 1);
  const inOrder = lots
    .filter(lot => lot.points > 0)
    .sort((a, b) => ownFirst(a) - ownFirst(b) || expiryOf(a) - expiryOf(b));
  const taken: Part[] = [];
  let left = points;
  for (const lot of inOrder) {
    if (left === 0) break;
    const part = Math.min(left, lot.points);
    lot.points -= part;
    left -= part;
    taken.push({ lot, points: part });
  }
  return taken;
}

const expiryOf = ({ expiresAt }: Lot): number => expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

const sumOf = (parts: readonly { points: number }[]): number =>
  parts.reduce((sum, { points }) => sum + points, 0);

/** The points that have expired, and when the next ones expire. */
export function dueOf(lots: readonly Lot[], now: Date): { points: number; next: Date | null } {
  const times = lots.flatMap(({ expiresAt }) =>
    expiresAt !== null && expiresAt > now ? expiresAt.getTime() : [],
  );
  return {
    points: sumOf(lots.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)),
    next: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}
