import { ApiError, newKey, type Tillhouse, Unreachable } from '@tillhouse/client';
import type { HeldLink } from './basket.js';
import { claimHeld, type HeldSale, holdSale, removeHeld } from './held-sales.js';
import { type Parked, parked, sale, unsentParked } from './sale.js';
import { stored } from './stored.js';

/** The held sale that this till continues, as of the last change. */
const holding = stored<string | null>('holding', null);

/** Held sales that this till has sold or cleared; they are removed in the background. */
export const finished = stored<string[]>('held-finished', []);

/** A parked sale that was resumed here without a connection, and continued at another till as well. */
export type Conflict = { till: string };
type OnConflict = (conflict: Conflict) => void;

/** A held sale that left the cart, other than to be parked again, is sold or cleared. */
export function noteHolding(current: string | null): void {
  const before = holding.get();
  if (before === current) return;
  holding.set(current);
  const isParked = parked.get().some(({ basket }) => basket.held?.id === before);
  if (before !== null && !isParked && !isSoldByEntry(before)) {
    finished.set(all => [...all, before]);
  }
}

/** The entry names the held sale, unless its first part was paid at the service. */
function isSoldByEntry(id: string): boolean {
  const { done } = sale.get();
  return done?.basket.held?.id === id && done.releasesParked === true;
}

let running: Promise<void> | undefined;

/** Claims and sends parked sales, and removes those that are sold or cleared. */
export function syncOnce(api: Tillhouse, onConflict: OnConflict): Promise<void> {
  running ??= (async () => {
    await claimResumed(api, onConflict);
    for (const entry of unsentParked(parked.get())) await send(api, entry, onConflict);
    for (const id of finished.get()) await remove(api, id);
  })().finally(() => {
    running = undefined;
  });
  return running;
}

/** The sale on the screen was resumed without a connection: this till claims it now. */
async function claimResumed(api: Tillhouse, onConflict: OnConflict): Promise<void> {
  const { held } = sale.get().basket;
  if (held?.isUnclaimed !== true) return;
  const link = await claim(api, held, onConflict);
  if (link === 'later') return;
  if (link === undefined) holding.set(null);
  sale.set(now =>
    now.basket.held?.id === held.id ? { ...now, basket: { ...now.basket, held: link } } : now,
  );
}

/** Undefined if another till has it: the sale here is one of its own then. */
async function claim(
  api: Tillhouse,
  held: HeldLink,
  onConflict: OnConflict,
): Promise<HeldLink | 'later' | undefined> {
  try {
    const { id, version } = await claimHeld(api, held.id, held.version);
    return { id, version };
  } catch (error) {
    if (isTransient(error)) return 'later';
    onConflict({ till: tillIn(error) });
    return undefined;
  }
}

const tillIn = (error: unknown): string =>
  error instanceof ApiError && error.code === 'HELD_ELSEWHERE'
    ? String(error.details.terminal_id ?? '')
    : '';

const change = (id: string, changes: Partial<Parked>): void =>
  parked.set(all => all.map(one => (one.id === id ? { ...one, ...changes } : one)));

async function send(api: Tillhouse, parkedHere: Parked, onConflict: OnConflict): Promise<void> {
  const entry = await claimed(api, parkedHere, onConflict);
  if (entry === 'later') return;
  change(entry.id, { attempted: true });
  try {
    await taken(api, entry.id, await holdSale(api, entry.basket, entry.id));
  } catch (error) {
    if (isTransient(error)) return;
    const { held, ...basket } = entry.basket;
    // Cleared at the service, or put back before: the till's copy becomes a held sale of its own.
    if (held === undefined) change(entry.id, { refused: true, attempted: false });
    else change(entry.id, { id: newKey(), basket, attempted: false });
  }
}

/** A sale that was resumed and parked again without a connection is claimed before it is put back. */
async function claimed(
  api: Tillhouse,
  entry: Parked,
  onConflict: OnConflict,
): Promise<Parked | 'later'> {
  const { held } = entry.basket;
  if (held?.isUnclaimed !== true) return entry;
  const link = await claim(api, held, onConflict);
  if (link === 'later') return link;
  const basket = { ...entry.basket, held: link };
  change(entry.id, { basket });
  return { ...entry, basket };
}

/** The service holds the sale now. If it was continued here meanwhile, this till claims it again. */
async function taken(api: Tillhouse, entryId: string, held: HeldSale): Promise<void> {
  const entry = parked.get().find(({ id }) => id === entryId);
  if (entry?.resumedHere !== true) return keep(entryId, held);
  parked.set(all => all.filter(({ id }) => id !== entryId));
  if (sale.get().basket.held?.id !== held.id) {
    finished.set(all => [...all, held.id]);
    return;
  }
  const { id, version } = await claimHeld(api, held.id, held.version);
  sale.set(now =>
    now.basket.held?.id === id ? { ...now, basket: { ...now.basket, held: { id, version } } } : now,
  );
}

/** The copy stays for work without a connection, in place of an earlier one of the same sale. */
const keep = (entryId: string, { id: heldId, version }: HeldSale): void =>
  parked.set(all =>
    all
      .filter(({ heldAs }) => heldAs?.id !== heldId)
      .map(one =>
        one.id === entryId ? { ...one, attempted: false, heldAs: { id: heldId, version } } : one,
      ),
  );

async function remove(api: Tillhouse, id: string): Promise<void> {
  try {
    await removeHeld(api, id);
  } catch (error) {
    if (isTransient(error)) return;
  }
  finished.set(all => all.filter(one => one !== id));
}

/** Discards a parked sale of this till; what the service holds is removed in the background. */
export function dropParked({ id, heldAs }: Parked): void {
  parked.set(all => all.filter(one => one.id !== id));
  if (heldAs !== undefined) finished.set(all => [...all, heldAs.id]);
}

const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiError && (error.isRetryable || error.status === 401));
