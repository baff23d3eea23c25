import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { isChargeable, type ProcessorType, processorFor } from '../processors/registry.js';
import { listPaymentMethods, type PaymentMethod } from './repository.js';

/** The first card method in use whose processor has readers. */
export async function readerMethod(
  platform: Platform,
  reader: Reader,
): Promise<(PaymentMethod & { processor_type: ProcessorType }) | undefined> {
  const methods = await listPaymentMethods(reader);
  return methods.find((method): method is PaymentMethod & { processor_type: ProcessorType } => {
    const type = method.processor_type as ProcessorType | null;
    return (
      method.is_active &&
      method.method_type === 'card' &&
      !method.requires_reference &&
      type !== null &&
      isChargeable(platform, type) &&
      processorFor(platform, type).reader !== undefined
    );
  });
}
