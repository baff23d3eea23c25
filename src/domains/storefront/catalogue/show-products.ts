import type { Reader } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Product } from '../../catalog/index.js';
import { availability } from '../../inventory/index.js';
import { MAX_QUANTITY } from '../carts/rules.js';
import { availableAnywhere, type CategoryName, categoryNames } from './repository.js';
import type { ShopProduct } from './schemas.js';

type Shown = Static<typeof ShopProduct>;

/** Products as shoppers see them; undefined for a product without an active variant. */
export async function showProducts(
  reader: Reader,
  products: readonly Product[],
  storeId: string | undefined,
): Promise<(Shown | undefined)[]> {
  const variantIds = products.flatMap(product => product.variants.map(variant => variant.id));
  const categoryIds = products.flatMap(product => product.category_id ?? []);
  const [available, categories] = await Promise.all([
    storeId === undefined
      ? availableAnywhere(reader, variantIds)
      : availability(reader, storeId, variantIds),
    categoryNames(reader, [...new Set(categoryIds)]),
  ]);
  return products.map(product => show(product, available, categories));
}

function show(
  product: Product,
  available: ReadonlyMap<string, number>,
  categories: ReadonlyMap<string, CategoryName>,
): Shown | undefined {
  const variants = product.variants
    .filter(variant => variant.is_active)
    .map(({ id, sku, name, price, attributes }) => ({
      id,
      sku,
      name: name === '' ? product.name : name,
      price,
      attributes: attributes as Record<string, string>,
      available: product.is_digital ? MAX_QUANTITY : (available.get(id) ?? 0),
    }));
  if (!product.is_active || variants.length === 0) return undefined;
  const total = variants.reduce((sum, variant) => sum + variant.available, 0);
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description,
    image_url: product.image_url,
    category: categories.get(product.category_id ?? '') ?? null,
    price: formatMoney(Math.min(...variants.map(variant => minor(variant.price)))),
    available: total,
    in_stock: total > 0,
    is_digital: product.is_digital,
    minimum_age: product.minimum_age,
    variants,
  };
}
