import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import {
  isChargeable,
  listPaymentMethods,
  type PaymentMethod,
  parseProcessorType,
} from '../../payments/index.js';
import { findStore } from '../../stores/index.js';
import { unknownStore } from '../sessions/open-store.js';

/** Payment methods for orders at this store. A preview: the checkout validates again. */
export async function listOnlineMethods(
  platform: Platform,
  storeId: string,
): Promise<PaymentMethod[]> {
  const { db } = platform;
  if (!isUuid(storeId)) throw unknownStore();
  const [store, methods] = await Promise.all([findStore(db, storeId), listPaymentMethods(db)]);
  if (!store?.is_active) throw unknownStore();
  return methods.filter(
    method =>
      method.is_active &&
      method.is_online_available &&
      canCharge(platform, method) &&
      (method.method_type !== 'pay_at_store' || store.pay_at_store_enabled),
  );
}

function canCharge(platform: Platform, { processor_type }: PaymentMethod): boolean {
  const type = parseProcessorType(processor_type ?? '');
  return type === undefined || isChargeable(platform, type);
}
