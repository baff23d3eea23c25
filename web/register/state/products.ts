import type { PictureFiles } from '../../shared/picture/files.js';
import type { Goods } from './goods-view.js';
import type { Good } from './types.js';

/** A product with its variants, as one tile shows it. */
export type Product = {
  id: number;
  name: string;
  category: string;
  picture?: PictureFiles;
  goods: Good[];
};

/** One product for all its variants, in the order of the goods; reads no more than `most` need. */
export function productsOf(
  goods: Iterable<Good>,
  most: number = Number.POSITIVE_INFINITY,
): Product[] {
  const products = new Map<number, Product>();
  for (const good of goods) {
    const known = products.get(good.productId);
    if (known !== undefined) {
      known.goods.push(good);
      known.picture ??= good.picture;
    } else {
      if (products.size === most) break;
      const { productId: id, product: name, category, picture } = good;
      products.set(id, { id, name, category, picture, goods: [good] });
    }
  }
  return [...products.values()];
}

/** What a variant adds to the name of its product: "Black Tee, Size M" is "Size M". */
export function optionOf(good: Pick<Good, 'name' | 'product' | 'sku'>): string {
  const start = `${good.product}, `;
  return good.name.startsWith(start) ? good.name.slice(start.length) : good.sku;
}

/** The lowest price, and whether variants differ. */
export function priceOf({ goods }: Product): { fromMinor: number; isRange: boolean } {
  const prices = goods.map(({ priceMinor }) => priceMinor);
  const fromMinor = Math.min(...prices);
  return { fromMinor, isRange: prices.some(price => price !== fromMinor) };
}

/** The products of a tile page in its order, without those that the store does not sell now. */
export const onPage = (goods: Goods, ids: readonly number[]): Product[] =>
  ids.flatMap(id => productsOf(goods.ofProduct(id)));
