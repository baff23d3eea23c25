import type { Static } from '../../../platform/http/schemas.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity, unitOfMeasured } from '../../../platform/quantity.js';
import {
  bundlesOf,
  describeGoods,
  highestAge,
  type PartRow,
  type Product,
  pictureFor,
  presentProductPicture,
} from '../../catalog/index.js';
import { availability } from '../../inventory/index.js';
import { pricesFromDatabase, resolvePrices, unitPriceOf } from '../../prices/index.js';
import { type Rating, ratingsOf } from '../../reviews/index.js';
import type { SellingStore } from '../../stores/index.js';
import { mostSteps } from '../carts/rules.js';
import { availableAnywhere, type CategoryName, categoryNames } from './repository.js';
import type { ShopProduct } from './schemas.js';

export type ShownProduct = Static<typeof ShopProduct>;
type Shown = ShownProduct;

type Terms = {
  available: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, CategoryName>;
  prices: ReadonlyMap<string, Minor>;
  ratings: ReadonlyMap<number, Rating>;
  bundles: ReadonlyMap<string, PartRow[]>;
  currency: string;
};

/**
 * Products as shoppers see them; undefined for a product without an active variant that has a price
 * in the store. Without a store, prices are the variants' own.
 */
export async function showProducts(
  platform: Platform,
  products: readonly Product[],
  store: SellingStore | undefined,
): Promise<(Shown | undefined)[]> {
  const { db, config } = platform;
  const variantIds = products.flatMap(product => product.variants.map(variant => variant.id));
  const categoryIds = products.flatMap(product => product.category_id ?? []);
  const [available, categories, prices, ratings, bundles] = await Promise.all([
    store === undefined
      ? availableAnywhere(db, variantIds)
      : availability(db, store.id, variantIds),
    categoryNames(db, [...new Set(categoryIds)]),
    pricesOf(platform, products, store),
    ratingsOf(
      db,
      products.map(product => product.id),
    ),
    bundlesOf(db, variantIds),
  ]);
  const currency = store?.currency ?? config.baseCurrency;
  return products.map(product =>
    show(product, { available, categories, prices, ratings, bundles, currency }),
  );
}

/** Prices of one piece or unit each, for customers without a group. */
async function pricesOf(
  platform: Platform,
  products: readonly Product[],
  store: SellingStore | undefined,
): Promise<Map<string, Minor>> {
  const requests = products
    .flatMap(product => product.variants)
    .map(({ id, price }) => ({
      variantId: id,
      ownMinor: minor(price, platform.config.baseCurrency),
      quantity: 1,
    }));
  if (store === undefined) {
    return new Map(requests.map(({ variantId, ownMinor }) => [variantId, ownMinor]));
  }
  const buyer = { store, at: platform.clock.now() };
  const found = await resolvePrices(platform, pricesFromDatabase(platform.db), buyer, requests);
  return new Map(
    requests.flatMap(({ variantId }, index) => {
      const price = found[index];
      return price === undefined ? [] : [[variantId, price.amountMinor] as const];
    }),
  );
}

function show(
  product: Product,
  { available, categories, prices, ratings, bundles, currency }: Terms,
): Shown | undefined {
  const variants = product.variants
    .filter(({ id, is_active }) => is_active && prices.has(id))
    .map(variant => {
      const { id, sku, name, unit, attributes } = variant;
      return {
        id,
        sku,
        name: name === '' ? product.name : name,
        price: formatMoney(prices.get(id) ?? 0, currency),
        ...unitOfMeasured(unit),
        ...comparedPrice(variant, prices.get(id) ?? 0, currency),
        attributes: attributes as Record<string, string>,
        available: shownQuantity(
          product.is_digital ? mostSteps(unit) : (available.get(id) ?? 0),
          unit,
        ),
        ...partsShown(bundles.get(id)),
      };
    });
  if (!product.is_active || variants.length === 0) return undefined;
  const pictures = product.pictures.map(presentProductPicture);
  const total = sumOfQuantities(variants.map(variant => variant.available));
  const cheapest = variants.reduce((a, b) => (Number(b.price) < Number(a.price) ? b : a));
  const first = pictureFor({ pictures, variants: [] });
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description,
    image_url: first?.url ?? product.image_url,
    pictures,
    category: categories.get(product.category_id ?? '') ?? null,
    price: cheapest.price,
    ...(cheapest.unit !== undefined && { unit: cheapest.unit }),
    currency,
    available: total,
    in_stock: total > 0,
    is_digital: product.is_digital,
    minimum_age: oldestAge(product, bundles),
    rating: ratings.get(product.id) ?? null,
    variants,
  };
}

/** The age that the product and the parts of its bundles need. */
function oldestAge({ minimum_age, variants }: Product, bundles: Terms['bundles']): number | null {
  const parts = variants.flatMap(({ id }) => bundles.get(id) ?? []);
  return highestAge([minimum_age, ...parts.map(part => part.minimum_age)]);
}

/** What is in a bundle. */
const partsShown = (parts: readonly PartRow[] | undefined) =>
  parts && {
    parts: parts.map(part => ({
      sku: part.sku,
      name: describeGoods(part),
      quantity: shownQuantity(part.quantity, part.unit),
      ...unitOfMeasured(part.unit),
    })),
  };

/** The price per kilogram, litre or metre of packed goods whose content is known. */
function comparedPrice(
  { content_amount: amount, content_unit: unit }: Product['variants'][number],
  priceMinor: Minor,
  currency: string,
): { unit_price?: { amount: string; unit: string } } {
  const compared =
    amount === null || unit === null ? undefined : unitPriceOf(priceMinor, { amount, unit });
  return compared === undefined
    ? {}
    : { unit_price: { amount: formatMoney(compared.minor, currency), unit: compared.unit } };
}

/** Added as thousandths, because 0.1 + 0.2 is not 0.3. */
const sumOfQuantities = (quantities: readonly number[]): number =>
  quantities.reduce((sum, quantity) => sum + Math.round(quantity * 1_000), 0) / 1_000;
