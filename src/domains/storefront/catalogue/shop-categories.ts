import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { type Goods, goodsAt } from '../search/memory/goods-at.js';
import { NONE } from '../search/memory/product-columns.js';
import { categoriesInMenu } from './repository.js';

export type ShopCategory = {
  slug: string;
  name: string;
  parent: string | null;
  product_count: number;
  in_stock_count: number;
};

/** The categories with products on sale in menu order; each counts those below it too. */
export async function shopCategories(
  platform: Platform,
  store: SellingStore | undefined,
): Promise<ShopCategory[]> {
  const [goods, categories] = await Promise.all([
    goodsAt(platform, store),
    categoriesInMenu(platform.db),
  ]);
  const byId = new Map(categories.map(category => [category.id, category]));
  const totals = new Map<string, Count>();
  for (const [id, count] of countedByCategory(goods)) {
    for (const above of [id, ...idsAbove(byId, id)]) {
      const { products, stocked } = totals.get(above) ?? { products: 0, stocked: 0 };
      totals.set(above, {
        products: products + count.products,
        stocked: stocked + count.stocked,
      });
    }
  }
  return categories.flatMap(({ id, slug, name, parent_id, is_active }) => {
    const total = totals.get(id);
    if (total === undefined || !is_active) return [];
    return [
      {
        slug,
        name,
        parent: byId.get(parent_id ?? '')?.slug ?? null,
        product_count: total.products,
        in_stock_count: total.stocked,
      },
    ];
  });
}

type Count = { products: number; stocked: number };

/** Products that the store sells, by the id of their own category. */
function countedByCategory({ columns, prices, stock }: Goods): Map<string, Count> {
  const { ids } = columns.categories;
  const products = new Int32Array(ids.length);
  const stocked = new Int32Array(ids.length);
  for (let slot = 0; slot < columns.size; slot += 1) {
    const category = columns.category[slot] ?? NONE;
    const isSold =
      columns.position[slot] !== NONE && !Number.isNaN(prices.price[slot] ?? Number.NaN);
    if (!isSold || category === NONE) continue;
    products[category] = (products[category] ?? 0) + 1;
    stocked[category] = (stocked[category] ?? 0) + (stock.stocked[slot] ?? 0);
  }
  return new Map(
    ids.flatMap((id, number) => {
      const count = { products: products[number] ?? 0, stocked: stocked[number] ?? 0 };
      return count.products === 0 ? [] : [[id, count] as const];
    }),
  );
}

/** The categories above one, the nearest first; ends even if one stands above itself. */
export function idsAbove(
  byId: ReadonlyMap<string, { parent_id: string | null }>,
  id: string,
): string[] {
  const above: string[] = [];
  for (let next = byId.get(id)?.parent_id ?? null; next !== null; ) {
    if (next === id || above.includes(next)) break;
    above.push(next);
    next = byId.get(next)?.parent_id ?? null;
  }
  return above;
}
