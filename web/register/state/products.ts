import type { PictureFiles } from '../../shared/picture/files.js';
import type { Good } from './types.js';

/** A product with its variants, as one tile shows it. */
export type Product = {
  id: number;
  name: string;
  category: string;
  picture?: PictureFiles;
  goods: Good[];
};

/** One product for all its variants, in the order of the goods. */
export function productsOf(goods: readonly Good[]): Product[] {
  const products = new Map<number, Product>();
  for (const good of goods) {
    const known = products.get(good.productId);
    if (known !== undefined) {
      known.goods.push(good);
      known.picture ??= good.picture;
    } else {
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
export function onPage(products: readonly Product[], ids: readonly number[]): Product[] {
  const known = new Map(products.map(product => [product.id, product]));
  return ids.flatMap(id => known.get(id) ?? []);
}
