import type { Reader } from '../../../platform/database/tx.js';
import { tagOf } from '../../../platform/http/records/etag.js';
import { type Product, type Status, statusOf } from '../../catalog/index.js';
import { type ListedPrice, pricesInList } from './repository.js';

/** The cells that people edit. */
export type Cells = {
  product_name: string;
  status: Status;
  tags: string[];
  name: string;
  sku: string;
  barcode: string | null;
  price: string | null;
  cost: string | null;
  weight_grams: number | null;
  is_active: boolean;
};

/** A variant with what it has from its product, and its price in one list. */
export type GridRow = Cells & {
  variant: string;
  product: number;
  currency: string;
  cost_currency: string;
  etag: string;
  /** The start of the price in the list; null for a price without one, and if there is none. */
  validFrom: Date | null;
};

/** Where the price column comes from: a list, or the variants' own prices. */
export type PriceColumn = { list: { id: string; currency: string } | undefined; currency: string };

/** All variants of these products, in their order. */
export async function rowsOf(
  reader: Reader,
  products: readonly Product[],
  { list, currency }: PriceColumn,
  now: Date,
): Promise<GridRow[]> {
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const prices = list === undefined ? [] : await pricesInList(reader, list.id, ids, now);
  const listed = new Map(prices.map(price => [price.variant_id, price]));
  return products.flatMap(product =>
    product.variants.map(variant => {
      const price = list === undefined ? { amount: variant.price } : listed.get(variant.id);
      return rowOf(product, variant, price, currency);
    }),
  );
}

function rowOf(
  product: Product,
  variant: Product['variants'][number],
  price: Partial<ListedPrice> | undefined,
  currency: string,
): GridRow {
  const shown = {
    variant: variant.id,
    product: product.id,
    product_name: product.name,
    status: statusOf(product),
    tags: product.tags,
    name: variant.name,
    sku: variant.sku,
    barcode: variant.barcode,
    price: price?.amount ?? null,
    currency,
    cost: variant.cost,
    cost_currency: variant.cost_currency,
    weight_grams: variant.weight_grams,
    is_active: variant.is_active,
  };
  return { ...shown, etag: tagOf(JSON.stringify(shown)), validFrom: price?.valid_from ?? null };
}
