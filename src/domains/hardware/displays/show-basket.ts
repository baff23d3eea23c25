import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { receiptUrl } from '../../receipts/index.js';
import { visibleSale } from '../../transactions/index.js';
import type { Place } from '../repository.js';
import type { BasketBody, BasketFrame } from './schemas.js';

/** Baskets of tills, and displays that were removed, for the sockets of every node. */
export const DISPLAYS_CHANNEL = 'displays';
export type Shown = Static<typeof BasketFrame>;
export type DisplaysMessage =
  | { place: Place; shown: Shown }
  /** A device was changed or removed: look which displays are still paired. */
  | { changedAt: Place };

/** A display that connects during a sale gets its basket; a forgotten one disappears. */
const KEPT_SECONDS = 30 * 60;

const keyOf = ({ storeId, terminalId }: Place): string => `display:${storeId}:${terminalId}`;

const IDLE: Shown = { type: 'basket', step: 'idle', lines: [], receipt_url: null };

/** Shows the basket of a till on its displays. Nothing of it is written to the database. */
export async function showBasket(
  platform: Platform,
  caller: Staff,
  place: Place,
  { transaction_id: number, ...basket }: Static<typeof BasketBody>,
): Promise<void> {
  const { db, config, cache, bus } = platform;
  const sale = number === undefined ? undefined : await visibleSale(db, caller, number);
  const receipt_url = sale ? receiptUrl(config, sale.id) : null;
  const shown: Shown = { type: 'basket', ...basket, receipt_url };
  await cache.set(keyOf(place), shown, KEPT_SECONDS);
  await bus.publish(DISPLAYS_CHANNEL, { place, shown } satisfies DisplaysMessage);
}

/** The till is gone: its displays show nothing of the customer who was there. */
export async function clearBasket(
  platform: Pick<Platform, 'cache' | 'bus'>,
  place: Place,
): Promise<void> {
  if ((await shownAt(platform, place)).step === 'idle') return;
  await platform.cache.set(keyOf(place), IDLE, KEPT_SECONDS);
  await platform.bus.publish(DISPLAYS_CHANNEL, { place, shown: IDLE } satisfies DisplaysMessage);
}

/** What the displays of a till show now. */
export const shownAt = async ({ cache }: Pick<Platform, 'cache'>, place: Place): Promise<Shown> =>
  (await cache.get<Shown>(keyOf(place))) ?? IDLE;

export const noteChanged = ({ bus }: Pick<Platform, 'bus'>, place: Place): Promise<void> =>
  bus.publish(DISPLAYS_CHANNEL, { changedAt: place } satisfies DisplaysMessage);
