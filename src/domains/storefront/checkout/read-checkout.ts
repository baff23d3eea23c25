import type { Platform } from '../../../platform/platform.js';
import { StaleReferenceData, withReferenceData } from '../../../platform/reference-data/index.js';
import { rememberedStore } from '../../stores/index.js';
import type { Owned } from './own-checkout.js';
import { presentCheckout } from './present.js';

/** Status of a checkout, as shoppers see it. */
export const readCheckout = (
  platform: Platform,
  { checkout, saleNumber, version }: Pick<Owned, 'checkout' | 'saleNumber' | 'version'>,
) =>
  withReferenceData(platform, async data => {
    if (BigInt(data.version) < BigInt(version)) throw new StaleReferenceData();
    const store = await rememberedStore(data, platform.db, checkout.store_id);
    if (store === null) throw new Error('checkout without a store');
    return presentCheckout(checkout, { store, saleNumber, now: platform.clock.now() });
  });
