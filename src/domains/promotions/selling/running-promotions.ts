import { invalidate, parseOnce, readTextThrough } from '../../../platform/cache/index.js';
import { formatHundredths, hundredths } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { Promotion } from '../../pricing/index.js';
import { listedStore } from '../../stores/index.js';
import { type Candidate, isLimited, toPricing, whyNotRunning } from './rules.js';
import { promotionsWithoutCode, type Running } from './running-repository.js';

const CACHE_KEY = 'promotions:running';
/** Delay until a start, an end or a spent budget takes effect; edits take effect at once. */
const CACHE_SECONDS = 15;

/** The cache keeps dates as text. */
const revived = (row: Running): Running => ({
  ...row,
  starts_at: row.starts_at === null ? null : new Date(row.starts_at),
  ends_at: row.ends_at === null ? null : new Date(row.ends_at),
});

const promotionsIn = parseOnce((text): readonly Running[] =>
  (JSON.parse(text) as Running[]).map(revived),
);

/** Promotions without a code, of all stores. */
const running = async (platform: Platform): Promise<readonly Running[]> =>
  promotionsIn(
    CACHE_KEY,
    await readTextThrough(platform.cache, CACHE_KEY, CACHE_SECONDS, async () =>
      JSON.stringify(await promotionsWithoutCode(platform.db, platform.clock.now())),
    ),
  );

/** Call after the commit of a change to a promotion or campaign. */
export const dropRunning = ({ cache }: Platform): Promise<void> => invalidate(cache, CACHE_KEY);

/** For previews of carts without a code: cached, at most 15 s stale. A/B tests need the subject. */
export async function runningPromotions(
  platform: Platform,
  storeId: string,
  subjectOf: () => Promise<string | null> = async () => null,
): Promise<Promotion[]> {
  const at = platform.clock.now();
  const currency = (await listedStore(platform, storeId))?.currency ?? null;
  const candidates = await running(platform);
  const subject = candidates.some(({ tests }) => tests !== null) ? await subjectOf() : null;
  return candidates
    .filter(candidate => whyNotRunning(candidate, { storeId, currency, at, subject }) === undefined)
    .map(candidate => toPricing(candidate, currency));
}

/** The public list; without a store, promotions of any store. */
export async function publicPromotions(platform: Platform, storeId: string | undefined) {
  const at = platform.clock.now();
  const known = storeId === undefined ? undefined : await listedStore(platform, storeId);
  const currency = known?.currency ?? null;
  return (await running(platform))
    .filter(row => {
      const store = storeId ?? anyStoreOf(row);
      if (store === undefined) return false;
      return whyNotRunning(row, { storeId: store, currency, at }) === undefined;
    })
    .map(row => present(row, currency));
}

/** A store where the promotion applies; null: every store. */
function anyStoreOf({ store_ids: own, campaign_store_ids: campaigns }: Candidate) {
  if (own === null || campaigns === null) return (own ?? campaigns ?? [null])[0];
  return own.find(id => campaigns.includes(id));
}

const present = (row: Running, currency: string | null) => ({
  ...presentTerms(row),
  ends_at: row.ends_at?.toISOString() ?? null,
  ...(isLimited(row, currency) && { is_limited: true }),
});

/** What a promotion gives, and for what. */
export const presentTerms = (row: Running) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  value: formatHundredths(hundredths(row.value)),
  buy_quantity: row.buy_quantity,
  get_quantity: row.get_quantity,
  get_discount_percent: formatHundredths(hundredths(row.get_discount_percent)),
  scope: { kind: row.scope_kind, ids: row.scope_ids },
  store_ids: row.store_ids,
  priority: row.priority,
  stackable: row.stackable,
  minimum_subtotal: row.minimum_subtotal,
  maximum_discount: row.maximum_discount,
});
