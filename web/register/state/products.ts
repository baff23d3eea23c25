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

/** The first products of a list, which reads on as more are asked for. */
export type ProductList = {
  /** Reads no more goods than `most` products need. */
  first: (most: number) => Product[];
  /** Whether there are products behind those that were read. */
  hasMore: () => boolean;
};

/** One product for all its variants, in the order of the goods. */
export function productList(goods: Iterable<Good>): ProductList {
  const products = new Map<number, Product>();
  const rest = goods[Symbol.iterator]();
  let next = rest.next();
  const add = (good: Good): void => {
    const { productId: id, product: name, category, picture } = good;
    const known = products.get(id);
    products.set(
      id,
      known === undefined
        ? { id, name, category, picture, goods: [good] }
        : { ...known, picture: known.picture ?? picture, goods: [...known.goods, good] },
    );
  };
  return {
    first: most => {
      while (!next.done && (products.size < most || products.has(next.value.productId))) {
        add(next.value);
        next = rest.next();
      }
      return [...products.values()].slice(0, most);
    },
    hasMore: () => !next.done,
  };
}

export const productsOf = (
  goods: Iterable<Good>,
  most: number = Number.POSITIVE_INFINITY,
): Product[] => productList(goods).first(most);

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

/** The goods of a tile page in its order, without those that the store does not sell now. */
export function* onPage(goods: Goods, ids: readonly number[]): Generator<Good> {
  for (const id of ids) yield* goods.ofProduct(id);
}
