import type { Reader } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { listPaymentMethods, type PaymentMethod } from './repository.js';
import type { MethodType } from './rules.js';

export type RememberedMethod = PaymentMethod & { method_type: MethodType };

/** A method by id or code, from memory; also one that is switched off. */
export async function rememberedMethod(
  data: ReferenceSnapshot,
  reader: Reader,
  ref: string,
): Promise<RememberedMethod | undefined> {
  const { byId, byCode } = await data.remember('payments:methods', async () => {
    const methods = (await listPaymentMethods(reader)) as RememberedMethod[];
    return {
      byId: new Map(methods.map(method => [method.id, method])),
      byCode: new Map(methods.map(method => [method.code, method])),
    };
  });
  return isUuid(ref) ? byId.get(ref.toLowerCase()) : byCode.get(ref);
}
