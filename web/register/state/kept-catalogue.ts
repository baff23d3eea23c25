import type { GetResponse } from '../../shared/api/responses.js';
import type { Block } from './goods-block.js';
import type { Method } from './types.js';

/** The catalogue of the service, whole or what changed. */
export type Answer = GetResponse<'/pos/catalog/'>;

type Price = Answer['prices'][number];

/** A variant with its prices, as this device keeps it. */
export type KeptVariant = Answer['variants'][number] & { prices?: Omit<Price, 'variant_id'>[] };

/** Everything besides variants. */
export type Head = Omit<Answer, 'variants' | 'prices' | 'gone' | 'is_full'> & { storeId: string };

/** The catalogue of a version, as this device keeps it. */
export type Snapshot = {
  head: Head;
  blocks: readonly Block[];
  /** When prices and price lists start and end, in order. */
  switches: readonly number[];
};

/** What a till needs besides the catalogue. */
export type Extras = { methods: Method[]; patterns: GetResponse<'/barcode-patterns/'> };

/** The variants of an answer, each with its prices. */
export function keptVariants({ variants, prices }: Answer): KeptVariant[] {
  const byVariant = new Map<string, Omit<Price, 'variant_id'>[]>();
  for (const { variant_id, ...price } of prices) {
    const known = byVariant.get(variant_id);
    if (known === undefined) byVariant.set(variant_id, [price]);
    else known.push(price);
  }
  return variants.map(variant => {
    const own = byVariant.get(variant.id);
    return own === undefined ? variant : { ...variant, prices: own };
  });
}
