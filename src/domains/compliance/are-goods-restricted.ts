import type { Reader } from '../../platform/database/tx.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import { restrictedGoods } from './restriction-repository.js';

/**
 * Whether a purchase limit of the store covers one of the variants, or one of them is only for
 * customers with a verified identity. From memory; what memory lacks is read in one statement.
 */
export async function areGoodsRestricted(
  data: ReferenceSnapshot,
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
): Promise<boolean> {
  const missing: string[] = [];
  let loading: Promise<Set<string>> | undefined;
  const load = async (): Promise<Set<string>> => {
    await Promise.resolve();
    return restrictedGoods(reader, storeId, missing);
  };
  const found = await Promise.all(
    variantIds.map(id =>
      data.remember(`compliance:restricted:${storeId}:${id}`, async () => {
        missing.push(id);
        loading ??= load();
        return { isRestricted: (await loading).has(id) };
      }),
    ),
  );
  return found.some(({ isRestricted }) => isRestricted);
}
