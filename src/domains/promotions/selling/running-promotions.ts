import { invalidate, readThrough } from '../../../platform/cache/index.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { Promotion } from '../../pricing/index.js';
import { type Candidate, toEngine, whyNotRunning } from './rules.js';
import { type Running, runningByThemselves } from './running-repository.js';

const CACHE_KEY = 'promotions:running';
/** A promotion that starts, ends or runs out of budget shows this much later; edits show at once. */
const CACHE_SECONDS = 15;

/** What runs by itself, in all stores. */
const running = async (platform: Platform): Promise<Running[]> => {
  const found = await readThrough(platform.cache, CACHE_KEY, CACHE_SECONDS, () =>
    runningByThemselves(platform.db, platform.clock.now()),
  );
  return found.map(revived);
};

/** A cached date comes back as text. */
const revived = (row: Running): Running => ({
  ...row,
  starts_at: row.starts_at === null ? null : new Date(row.starts_at),
  ends_at: row.ends_at === null ? null : new Date(row.ends_at),
});

/** Called after the commit of any change of a promotion or campaign. */
export const dropRunning = ({ cache }: Platform): Promise<void> => invalidate(cache, CACHE_KEY);

/** For previews of carts without a code: no question to the database, at most 15 s behind. */
export async function runningPromotions(platform: Platform, storeId: string): Promise<Promotion[]> {
  const at = platform.clock.now();
  return (await running(platform))
    .filter(candidate => whyNotRunning(candidate, { storeId, at }) === undefined)
    .map(toEngine);
}

/** What a customer may read; without a store, what runs in any of them. */
export async function publicPromotions(platform: Platform, storeId: string | undefined) {
  const at = platform.clock.now();
  return (await running(platform))
    .filter(row => {
      const asked = storeId ?? anyStoreOf(row);
      return asked !== undefined && whyNotRunning(row, { storeId: asked, at }) === undefined;
    })
    .map(present);
}

/** A store where the promotion could run; null stands for all of them. */
function anyStoreOf({ store_ids: own, campaign_store_ids: campaigns }: Candidate) {
  if (own === null || campaigns === null) return (own ?? campaigns ?? [null])[0];
  return own.find(id => campaigns.includes(id));
}

const present = (row: Running) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  value: formatMoney(minor(row.value)),
  buy_quantity: row.buy_quantity,
  get_quantity: row.get_quantity,
  get_discount_percent: formatMoney(minor(row.get_discount_percent)),
  scope: { kind: row.scope_kind, ids: row.scope_ids },
  store_ids: row.store_ids,
  priority: row.priority,
  stackable: row.stackable,
  minimum_subtotal: row.minimum_subtotal,
  maximum_discount: row.maximum_discount,
  ends_at: row.ends_at?.toISOString() ?? null,
});
