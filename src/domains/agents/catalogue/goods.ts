import { type Minor, minor } from '../../../platform/money.js';
import { withoutMarks } from '../../../platform/plain-text.js';
import type { Platform } from '../../../platform/platform.js';
import { isMeasured } from '../../../platform/quantity.js';
import { type Product, productsByIds } from '../../catalog/index.js';
import { brandNames, gtinOf, type ShownProduct } from '../../storefront/index.js';
import type { SellingStore } from '../../stores/index.js';
import type { Option } from './options.js';

export type Picture = { url: string; alt: string; width: number | null; height: number | null };

/** What a package contains and what one unit of it costs, such as 5.00 per kg of a 500 g bag. */
export type ComparedPrice = {
  priceMinor: Minor;
  content: { value: number; unit: string };
  unit: string;
};

/** An article as programs see it; its SKU is what they put into a session. */
export type Article = {
  sku: string;
  title: string;
  url: string;
  priceMinor: Minor;
  compared: ComparedPrice | undefined;
  isAvailable: boolean;
  options: Option[];
  gtin: string | undefined;
  pictures: Picture[];
};

/** A product of the shop with the articles that the store sells. */
export type Goods = {
  id: string;
  slug: string;
  title: string;
  description: string;
  url: string;
  currency: string;
  category: { slug: string; name: string } | null;
  brand: string | undefined;
  minimumAge: number | null;
  rating: { average: number; count: number } | null;
  pictures: Picture[];
  articles: Article[];
};

const MAX_DESCRIPTION = 5_000;

/** Adds what programs see and shoppers do not, such as barcodes. Keeps the order. */
export async function goodsOf(
  platform: Platform,
  store: SellingStore,
  shown: readonly ShownProduct[],
  known?: readonly Product[],
): Promise<Goods[]> {
  const { db } = platform;
  const ids = shown.map(({ id }) => id);
  const products = known ?? (await productsByIds(db, ids));
  const byId = new Map(products.map(product => [product.id, product]));
  const brands = await brandNames(db, [
    ...new Set(products.flatMap(({ brand_id: id }) => id ?? [])),
  ]);
  return shown.map(product => {
    const stored = byId.get(product.id);
    return presentGoods(platform, store, product, {
      brand: brands.get(stored?.brand_id ?? ''),
      variants: new Map(stored?.variants.map(variant => [variant.id, variant])),
    });
  });
}

type Extras = {
  brand: string | undefined;
  variants: ReadonlyMap<string, Product['variants'][number]>;
};

function presentGoods(
  { config: { publicUrl } }: Platform,
  store: SellingStore,
  product: ShownProduct,
  { brand, variants }: Extras,
): Goods {
  const page = `${publicUrl}/app/shop/p/${encodeURIComponent(product.slug)}`;
  const ofStore = `store=${encodeURIComponent(store.code)}`;
  const text = withoutMarks(product.description).trim();
  const articleOf = (variant: ShownProduct['variants'][number]): Article => {
    const stored = variants.get(variant.id);
    return {
      sku: variant.sku,
      title: variant.name,
      url: `${page}?${ofStore}&sku=${encodeURIComponent(variant.sku)}`,
      priceMinor: minor(variant.price, product.currency),
      compared: comparedOf(variant, stored, product.currency),
      isAvailable: variant.available > 0,
      options: Object.entries(variant.attributes)
        .filter(([, label]) => typeof label === 'string' && label.trim() !== '')
        .map(([name, label]) => ({ name, label: label.trim() })),
      gtin: gtinOf(stored?.barcode ?? undefined),
      pictures: picturesOf(product, publicUrl, variant.id),
    };
  };
  return {
    id: String(product.id),
    slug: product.slug,
    title: product.name,
    description: [...(text || product.name)].slice(0, MAX_DESCRIPTION).join(''),
    url: `${page}?${ofStore}`,
    currency: product.currency,
    category: product.category,
    brand,
    minimumAge: product.minimum_age,
    rating: product.rating,
    pictures: picturesOf(product, publicUrl, null),
    articles: product.variants.map(articleOf),
  };
}

/** Pictures of an article, else of its product. A picture on another server is a link. */
function picturesOf(
  { pictures, image_url }: ShownProduct,
  publicUrl: string,
  variantId: string | null,
): Picture[] {
  const own = pictures
    .filter(({ variant_id }) => variant_id === variantId)
    .map(({ url, alt, width, height }) => ({ url, alt, width, height }));
  const linked =
    variantId === null && own.length === 0 && image_url !== ''
      ? [{ url: image_url, alt: '', width: null, height: null }]
      : own;
  return linked.flatMap(picture => {
    const url = URL.canParse(picture.url, publicUrl) ? new URL(picture.url, publicUrl) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol)
      ? [{ ...picture, url: url.href }]
      : [];
  });
}

/** Packed goods whose content is known, and goods that are sold by weight, volume or length. */
function comparedOf(
  { price, unit, unit_price: compared }: ShownProduct['variants'][number],
  stored: Product['variants'][number] | undefined,
  currency: string,
): ComparedPrice | undefined {
  if (unit !== undefined && isMeasured(unit)) {
    return { priceMinor: minor(price, currency), content: { value: 1, unit }, unit };
  }
  const { content_amount: amount, content_unit: contentUnit } = stored ?? {};
  if (compared === undefined || !amount || !contentUnit) return undefined;
  return {
    priceMinor: minor(compared.amount, currency),
    content: { value: Number(amount), unit: contentUnit },
    unit: compared.unit,
  };
}
