import type { Reader } from '../../../platform/database/tx.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { isPurchaseLimited } from './repository.js';

/** Like `isPurchaseLimited`, from memory. */
export async function rememberedLimited(
  data: ReferenceSnapshot,
  reader: Reader,
  storeId: string,
  lines: readonly { variantId: string }[],
): Promise<boolean> {
  const found = await Promise.all(
    lines.map(line =>
      data.remember(`purchase limit ${storeId} ${line.variantId}`, async () => ({
        isLimited: await isPurchaseLimited(reader, storeId, [line]),
      })),
    ),
  );
  return found.some(({ isLimited }) => isLimited);
}
