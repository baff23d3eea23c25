import type { Good } from './types.js';

type Index = {
  byCode: Map<string, Good>;
  byId: Map<string, Good>;
  /** What is searched of each good, in the order of the goods. */
  texts: string[];
};

const known = new WeakMap<readonly Good[], Index>();

/** Made once for a list of goods: with 100,000 of them, one pass takes longer than a cashier types. */
export function indexOf(goods: readonly Good[]): Index {
  const index = known.get(goods) ?? makeIndex(goods);
  known.set(goods, index);
  return index;
}

function makeIndex(goods: readonly Good[]): Index {
  const byCode = new Map<string, Good>();
  // From the end: of two goods with one code, the first is found.
  for (const good of goods.toReversed()) {
    byCode.set(good.sku.toLowerCase(), good);
    if (good.barcode !== null) byCode.set(good.barcode.toLowerCase(), good);
  }
  return {
    byCode,
    byId: new Map(goods.map(good => [good.variantId, good])),
    texts: goods.map(({ name, sku, barcode, category }) =>
      `${name} ${sku} ${barcode ?? ''} ${category}`.toLowerCase(),
    ),
  };
}

export function searchIn(goods: readonly Good[], text: string): Good[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { texts } = indexOf(goods);
  return goods.filter((_, at) => words.every(word => texts[at]?.includes(word)));
}
