import type { Reader } from '../../../platform/database/tx.js';
import {
  countMatchingProducts,
  countMatchingVariants,
  describeGoods,
  type GoodsFilter,
  listMatchingProducts,
  listMatchingVariants,
  statusOf,
} from '../../catalog/index.js';
import { countMatchingPrices, listMatchingPrices, readAmount } from '../../prices/index.js';
import { newPrice } from '../../pricing/index.js';
import { productsOfSupplier } from '../../suppliers/index.js';
import type { BulkRequest } from './request.js';

/** A record that the change matches, before and after. */
export type Matched = {
  record: 'product' | 'variant' | 'price';
  id: string;
  /** SKU or slug; list, SKU and quantity of a price. */
  key: string;
  name: string;
  /** Currency of `before` and `after`. */
  currency: string;
  before: string;
  after: string;
};

type Scope = { now: Date; baseCurrency: string };

const PAGE = 1_000;

const goodsOf = ({ filter: { supplier, ...filter } }: BulkRequest): GoodsFilter => ({
  ...filter,
  ...(supplier && { among: productsOfSupplier(supplier) }),
});

/** How many records match, also those that the change leaves as they are. */
export function countMatched(reader: Reader, request: BulkRequest, now: Date): Promise<number> {
  const filter = goodsOf(request);
  if (request.price === null) return countMatchingProducts(reader, filter);
  if (request.list === null) return countMatchingVariants(reader, filter);
  return countMatchingPrices(reader, { listId: request.list.id, filter, now });
}

/** The records that change, page by page. */
export async function* pagesOfMatched(
  reader: Reader,
  request: BulkRequest,
  scope: Scope,
): AsyncGenerator<Matched[]> {
  const pages = pagesOf(reader, request, scope);
  for await (const page of pages) yield page.filter(({ before, after }) => before !== after);
}

function pagesOf(reader: Reader, request: BulkRequest, scope: Scope): AsyncGenerator<Matched[]> {
  if (request.price === null) return productPages(reader, request);
  return request.list === null
    ? variantPages(reader, request, scope)
    : pricePages(reader, request, scope);
}

async function* productPages(reader: Reader, request: BulkRequest): AsyncGenerator<Matched[]> {
  let after: number | undefined;
  do {
    const found = await listMatchingProducts(reader, goodsOf(request), after, PAGE);
    yield found.map(product => ({
      record: 'product',
      id: String(product.id),
      key: product.slug,
      name: product.name,
      currency: '',
      before: statusOf(product),
      after: request.status ?? '',
    }));
    after = found[PAGE - 1]?.id;
  } while (after !== undefined);
}

async function* variantPages(
  reader: Reader,
  request: BulkRequest,
  { baseCurrency: currency }: Scope,
): AsyncGenerator<Matched[]> {
  let after: { product_id: number; id: string } | undefined;
  do {
    const found = await listMatchingVariants(reader, goodsOf(request), after, PAGE);
    yield found.map(({ id, sku, product_name, name, price }) => ({
      record: 'variant',
      id,
      key: sku,
      name: describeGoods({ product_name, variant_name: name }),
      currency,
      before: price,
      after: priceAfter(price, currency, request),
    }));
    after = found[PAGE - 1];
  } while (after !== undefined);
}

async function* pricePages(
  reader: Reader,
  request: BulkRequest,
  { now }: Scope,
): AsyncGenerator<Matched[]> {
  const { list } = request;
  if (list === null) return;
  let after: string | undefined;
  do {
    const matching = { listId: list.id, filter: goodsOf(request), now };
    const found = await listMatchingPrices(reader, matching, after, PAGE);
    yield found.map(({ id, sku, min_quantity: quantity, amount, ...names }) => ({
      record: 'price',
      id,
      key: [list.code, sku, Number(quantity)].join(' '),
      name: describeGoods(names),
      currency: list.currency,
      before: amount,
      after: priceAfter(amount, list.currency, request),
    }));
    after = found[PAGE - 1]?.id;
  } while (after !== undefined);
}

const priceAfter = (amount: string, currency: string, { price }: BulkRequest): string =>
  price === null ? amount : newPrice(amount, currency, price);

/** Why the record cannot have the new value; undefined if it can. */
export function problemOf({ record, after, currency }: Matched): string | undefined {
  if (record === 'product') return undefined;
  const amount = readAmount(after, currency);
  return typeof amount === 'number' ? undefined : amount.message;
}
