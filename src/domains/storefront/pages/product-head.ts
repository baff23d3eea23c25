import type { Static } from '../../../platform/http/schemas.js';
import { withoutMarks } from '../../../platform/plain-text.js';
import type { Platform } from '../../../platform/platform.js';
import { allStores, type SellingStore, storeForSelling } from '../../stores/index.js';
import type { ShopProduct } from '../catalogue/schemas.js';
import { readShopTheme } from '../theme/read-theme.js';
import { chooseStore } from './arrival-rules.js';
import { categoryPath } from './catalogue-head.js';
import { gtinOf } from './feed-rules.js';
import { loadProduct, type ProductPage } from './load-page.js';
import {
  headOf,
  jsonLd,
  meta,
  type PageAddress,
  pageUrl,
  pathData,
  type Step,
  shorten,
} from './page-head.js';

type Shown = Static<typeof ShopProduct>;
type Found = Omit<Extract<ProductPage, { kind: 'found' }>, 'kind' | 'neighbours'>;

/** What the page of a product says to search engines and link previews, or where it has moved. */
export type ProductHead = { kind: 'found'; html: string } | { kind: 'moved'; slug: string };

/** The head for a visitor about whom nothing is known; undefined if there is no such product on sale. */
export async function productHead(
  platform: Platform,
  slug: string,
): Promise<ProductHead | undefined> {
  const store = await storeOfPrices(platform);
  const found = await loadProduct(platform, slug, store);
  if (found?.kind !== 'found') return found;
  const { publicUrl } = platform.config;
  const { name: siteName } = await readShopTheme(platform, store?.id);
  const address = { publicUrl, siteName, path: productPath(slug), languages: [] };
  return { kind: 'found', html: headOfProduct(found, address) };
}

async function storeOfPrices(platform: Platform): Promise<SellingStore | undefined> {
  const stores = (await allStores(platform)).filter(store => store.is_active);
  const first = chooseStore(stores, { tags: [] }, platform.config.baseCurrency);
  return first && storeForSelling(platform, first.id);
}

export const productPath = (slug: string): string => `p/${encodeURIComponent(slug)}`;

export function headOfProduct(found: Found, address: PageAddress): string {
  const { product } = found;
  const url = pageUrl(address);
  const description = shorten(withoutMarks(product.description));
  const image =
    product.image_url !== '' && URL.canParse(product.image_url, address.publicUrl)
      ? new URL(product.image_url, address.publicUrl).href
      : undefined;
  return [
    headOf({ title: product.name, description, type: 'product', image }, address),
    meta('product:price:amount', product.price),
    meta('product:price:currency', product.currency),
    jsonLd(productData(found, { url, description, image })),
    jsonLd(pathData(stepsTo(product, address.path), address.publicUrl)),
  ].join('');
}

function stepsTo({ category, name }: Shown, path: string): Step[] {
  const above = category ? [{ name: category.name, path: categoryPath(category.slug) }] : [];
  return [...above, { name, path }];
}

function productData(
  { product, brand, barcodes }: Found,
  { url, description, image }: { url: string; description: string; image: string | undefined },
): object {
  const gtinOfVariant = (id: string): { gtin?: string } => {
    const gtin = gtinOf(barcodes.get(id));
    return gtin === undefined ? {} : { gtin };
  };
  const [first] = product.variants;
  const isOnly = product.variants.length === 1;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    ...(description && { description }),
    ...(image && { image }),
    sku: first?.sku,
    ...(first && isOnly && gtinOfVariant(first.id)),
    ...(brand !== undefined && { brand: { '@type': 'Brand', name: brand } }),
    url,
    ...(product.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    offers: product.variants.map(variant => ({
      '@type': 'Offer',
      sku: variant.sku,
      ...gtinOfVariant(variant.id),
      itemCondition: 'https://schema.org/NewCondition',
      price: variant.price,
      priceCurrency: product.currency,
      availability: `https://schema.org/${variant.available > 0 ? 'InStock' : 'OutOfStock'}`,
      url,
    })),
  };
}
