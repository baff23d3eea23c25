import { type Minor, minor } from '../../../platform/money.js';
import type { EntryKind } from '../rules.js';

/** An entry of the ledger of a gift card. */
export type CardEntry = {
  kind: EntryKind;
  amount: string;
  transaction_id: string | null;
  line_id: string | null;
  payment_id: string | null;
  hold_id: string | null;
};

type Load = { entry: CardEntry; leftMinor: Minor; lostMinor: Minor };
type Part = { load: Load; minor: Minor };

/**
 * How much of one load of a card was lost without a payment: it expired, or staff took it off.
 * Entries are in the order of their time. Payments and corrections take the oldest load first, a
 * refund goes back to the load that paid, a correction upwards first to what corrections have taken.
 * What expires is all that is left.
 */
export function lostOfLoad(
  entries: readonly CardEntry[],
  saleId: string,
  lineId: string | null,
  currency: string,
): Minor {
  const loads: Load[] = [];
  const takenBy = new Map<string, Part[]>();
  const corrected: Part[] = [];
  for (const entry of entries) {
    const amountMinor = minor(entry.amount, currency);
    const key = entry.payment_id ?? entry.hold_id ?? '';
    if (entry.kind === 'expired') expireAll(loads);
    else if (entry.kind === 'corrected') correct(loads, corrected, entry, amountMinor);
    else if (amountMinor <= 0) takenBy.set(key, take(loads, -amountMinor, entry));
    else if (entry.kind === 'refunded' || entry.kind === 'released') {
      putBack(takenBy.get(key) ?? [], amountMinor);
    } else loads.push({ entry, leftMinor: amountMinor, lostMinor: 0 });
  }
  const isWanted = ({ entry }: Load) => entry.transaction_id === saleId && entry.line_id === lineId;
  return loads.filter(isWanted).reduce((sum, load) => sum + load.lostMinor, 0);
}

function expireAll(loads: readonly Load[]): void {
  for (const load of loads) {
    load.lostMinor += load.leftMinor;
    load.leftMinor = 0;
  }
}

/** 50.00 sold, corrected by −20.00 and +5.00: 15.00 of the load is lost. */
function correct(loads: Load[], corrected: Part[], entry: CardEntry, amountMinor: Minor): void {
  if (amountMinor < 0) {
    const parts = take(loads, -amountMinor, entry);
    for (const { load, minor: partMinor } of parts) load.lostMinor += partMinor;
    corrected.push(...parts);
    return;
  }
  let leftMinor = amountMinor;
  for (const part of corrected) {
    const backMinor = Math.min(leftMinor, part.minor);
    part.load.leftMinor += backMinor;
    part.load.lostMinor -= backMinor;
    part.minor -= backMinor;
    leftMinor -= backMinor;
  }
  loads.push({ entry, leftMinor, lostMinor: 0 });
}

/** A block takes its own load first. */
function take(loads: readonly Load[], amountMinor: Minor, by: CardEntry): Part[] {
  const isOwn = ({ entry }: Load) =>
    by.kind === 'blocked' &&
    entry.transaction_id === by.transaction_id &&
    entry.line_id === by.line_id;
  const inOrder = [...loads.filter(isOwn), ...loads.filter(load => !isOwn(load))];
  let leftMinor = amountMinor;
  return inOrder.flatMap(load => {
    const part = { load, minor: Math.min(leftMinor, load.leftMinor) };
    load.leftMinor -= part.minor;
    leftMinor -= part.minor;
    return part.minor > 0 ? part : [];
  });
}

function putBack(parts: readonly Part[], amountMinor: Minor): void {
  let leftMinor = amountMinor;
  for (const part of parts) {
    const backMinor = Math.min(leftMinor, part.minor);
    part.load.leftMinor += backMinor;
    part.minor -= backMinor;
    leftMinor -= backMinor;
  }
}
