import type { Platform } from '../../../platform/platform.js';
import { findStore } from '../../stores/index.js';
import { findSale } from '../../transactions/index.js';
import { presentCheckout } from './present.js';
import type { Checkout } from './repository.js';

/** Status of a checkout, as shoppers see it. */
export async function readCheckout({ db, clock }: Platform, checkout: Checkout) {
  const id = checkout.transaction_id;
  const [store, sale] = await Promise.all([
    findStore(db, checkout.store_id),
    id === null ? undefined : findSale(db, { id }),
  ]);
  if (store === undefined) throw new Error('checkout without a store');
  return presentCheckout(checkout, {
    store,
    saleNumber: sale?.transaction_number ?? null,
    now: clock.now(),
  });
}
