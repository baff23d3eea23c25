import type { Reader } from '../../../platform/database/tx.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { type SellableVariant, variantsByIds, variantsBySkus } from './selling.js';

/**
 * The variants with these ids or SKUs, from memory. Skips unknown ones. What memory lacks is read in
 * one statement: all calls of `remember` come before the load, which starts in the next microtask.
 */
export async function rememberedVariants(
  data: ReferenceSnapshot,
  reader: Reader,
  by: 'id' | 'sku',
  refs: readonly string[],
): Promise<SellableVariant[]> {
  const missing: string[] = [];
  let loading: Promise<Map<string, SellableVariant>> | undefined;
  const load = async (): Promise<Map<string, SellableVariant>> => {
    await Promise.resolve();
    const found = await (by === 'id' ? variantsByIds : variantsBySkus)(reader, missing);
    return new Map(found.map(variant => [variant[by], variant]));
  };
  const found = await Promise.all(
    refs.map(ref =>
      data.remember(`catalog:variant:${by}:${ref}`, async () => {
        missing.push(ref);
        loading ??= load();
        return (await loading).get(ref) ?? null;
      }),
    ),
  );
  return found.flatMap(variant => variant ?? []);
}
