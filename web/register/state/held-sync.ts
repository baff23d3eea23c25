import { useQueryClient } from '@tanstack/react-query';
import { ApiError, newKey, type Tillhouse, Unreachable } from '@tillhouse/client';
import { useEffect } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { claimHeld, HELD_SALES, type HeldSale, holdSale, removeHeld } from './held-sales.js';
import { type Parked, parked, sale } from './sale.js';
import { stored } from './stored.js';

const SEND_EVERY_MS = 10_000;

/** The held sale that this till continues, as of the last change. */
const holding = stored<string | null>('holding', null);

/** Held sales that this till has sold or cleared; they are removed in the background. */
const finished = stored<string[]>('held-finished', []);

/** Sends parked sales to the service, and removes held sales that are sold. */
export function useHeldSync(): void {
  const api = useApi();
  const online = useOnline();
  const queries = useQueryClient();
  const { held } = sale.use().basket;
  const waiting = parked.use().filter(entry => entry.refused !== true).length;
  const ended = finished.use().length;
  useEffect(() => noteHolding(held?.id ?? null), [held?.id]);
  useEffect(() => {
    if (!online || waiting + ended === 0) return undefined;
    const sync = async (): Promise<void> => {
      await syncOnce(api);
      await queries.invalidateQueries({ queryKey: HELD_SALES });
    };
    void sync();
    const timer = setInterval(() => void sync(), SEND_EVERY_MS);
    return () => clearInterval(timer);
  }, [api, online, queries, waiting, ended]);
}

/** A held sale that left the cart, other than to be parked again, is sold or cleared. */
function noteHolding(current: string | null): void {
  const before = holding.get();
  if (before === current) return;
  holding.set(current);
  const isParked = parked.get().some(({ basket }) => basket.held?.id === before);
  if (before !== null && !isParked) finished.set(all => [...all, before]);
}

let running: Promise<void> | undefined;

function syncOnce(api: Tillhouse): Promise<void> {
  running ??= (async () => {
    for (const entry of parked.get().filter(one => one.refused !== true)) await send(api, entry);
    for (const id of finished.get()) await remove(api, id);
  })().finally(() => {
    running = undefined;
  });
  return running;
}

const change = (id: string, changes: Partial<Parked>): void =>
  parked.set(all => all.map(one => (one.id === id ? { ...one, ...changes } : one)));

async function send(api: Tillhouse, entry: Parked): Promise<void> {
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

/** The service holds the sale now. If it was continued here meanwhile, this till claims it again. */
async function taken(api: Tillhouse, entryId: string, held: HeldSale): Promise<void> {
  const entry = parked.get().find(({ id }) => id === entryId);
  parked.set(all => all.filter(({ id }) => id !== entryId));
  if (entry?.resumedHere !== true) return;
  if (sale.get().basket.held?.id !== held.id) {
    finished.set(all => [...all, held.id]);
    return;
  }
  const { id, version } = await claimHeld(api, held.id, held.version);
  sale.set(now =>
    now.basket.held?.id === id ? { ...now, basket: { ...now.basket, held: { id, version } } } : now,
  );
}

async function remove(api: Tillhouse, id: string): Promise<void> {
  try {
    await removeHeld(api, id);
  } catch (error) {
    if (isTransient(error)) return;
  }
  finished.set(all => all.filter(one => one !== id));
}

const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiError && (error.isRetryable || error.status === 401));
