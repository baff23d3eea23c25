import type { Platform } from '../../../platform/platform.js';
import { storePromotions } from '../../promotions/index.js';
import { findStore, storeLanguage } from '../../stores/index.js';
import type { Display } from './display-repository.js';

const MAX_PROMOTIONS = 20;

/** What a display shows while nobody pays: its store and the promotions that run now. */
export async function readPlace({ db, clock }: Platform, display: Display) {
  const store = await findStore(db, display.storeId);
  if (store === undefined) throw new Error('the store of a display is missing');
  const now = clock.now().toISOString();
  const promotions = await storePromotions(db, store.id, clock.now());
  return {
    success: true as const,
    terminal_id: display.terminalId,
    store: {
      name: store.name,
      language: storeLanguage(store),
      currency: store.currency,
      time_zone: store.time_zone,
    },
    promotions: promotions
      .filter(one => (one.starts_at ?? now) <= now && (one.ends_at ?? now) >= now)
      .slice(0, MAX_PROMOTIONS)
      .map(({ name, ends_at = null }) => ({ name, ends_at })),
  };
}
