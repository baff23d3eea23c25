import { createProcessCache, readThrough } from '../../../platform/cache/index.js';
import type { Static } from '../../../platform/http/schemas.js';
import { escapeHtml } from '../../../platform/plain-text.js';
import type { Platform } from '../../../platform/platform.js';
import { productByRef } from '../../catalog/index.js';
import { allStores, type SellingStore, storeForSelling } from '../../stores/index.js';
import type { ShopProduct } from '../catalogue/schemas.js';
import { showProducts } from '../catalogue/show-products.js';
import { slugAfter } from './repository.js';

type Shown = Static<typeof ShopProduct>;

/** What the page of a product says to search engines and link previews, or where it has moved. */
export type ProductHead = { kind: 'found'; html: string } | { kind: 'moved'; slug: string };

const DESCRIPTION_LENGTH = 160;
const CACHE_SECONDS = 2;
const MAX_CACHED = 1_000;

/**
 * `productHead` for pages, which no limit of requests counts: a node reads a product once in two
 * seconds, however many ask for it. The cache is its own, so that a flood of invented addresses
 * evicts nothing else.
 */
export function cachedProductHeads(
  platform: Platform,
): (slug: string) => Promise<ProductHead | undefined> {
  const cache = createProcessCache({ maxValues: MAX_CACHED });
  return async slug => {
    const load = async () => (await productHead(platform, slug)) ?? null;
    return (await readThrough(cache, slug, CACHE_SECONDS, load)) ?? undefined;
  };
}

/** Undefined if there is no such product on sale. */
export async function productHead(
  platform: Platform,
  slug: string,
): Promise<ProductHead | undefined> {
  const found = await productByRef(platform.db, slug);
  if (found === undefined) {
    const moved = await slugAfter(platform.db, slug);
    return moved === undefined ? undefined : { kind: 'moved', slug: moved };
  }
  const [shown] = await showProducts(platform, [found], await storeOfPrices(platform));
  // Visitors do not learn the slugs of drafts and archived products.
  if (shown === undefined) return undefined;
  if (found.slug !== slug) return { kind: 'moved', slug: found.slug };
  return { kind: 'found', html: headOf(shown, platform.config.publicUrl) };
}

/** The first store of the base currency, because a search engine chooses none. */
async function storeOfPrices(platform: Platform): Promise<SellingStore | undefined> {
  const stores = await allStores(platform);
  const first = stores
    .filter(store => store.is_active && store.currency === platform.config.baseCurrency)
    .sort((a, b) => a.code.localeCompare(b.code, 'en'))[0];
  return first && storeForSelling(platform, first.id);
}

function headOf(product: Shown, publicUrl: string): string {
  const url = `${publicUrl}/app/shop/p/${product.slug}`;
  const description = shorten(product.description);
  const image = product.image_url === '' ? undefined : absolute(product.image_url, publicUrl);
  const meta = (name: string, content: string | undefined): string =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}" />` : '';
  return [
    `<title>${escapeHtml(product.name)} · Tillhouse</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('og:type', 'product'),
    meta('og:title', product.name),
    meta('og:description', description),
    meta('og:url', url),
    meta('og:image', image),
    meta('product:price:amount', product.price),
    meta('product:price:currency', product.currency),
    jsonLd(productData(product, { url, description, image })),
    jsonLd(pathData(product, publicUrl, url)),
  ].join('');
}

const absolute = (url: string, publicUrl: string): string => new URL(url, publicUrl).href;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LENGTH ? line : `${line.slice(0, DESCRIPTION_LENGTH - 1)}…`;
}

/** Data, not a script: "<" is escaped, so that no text of the catalogue ends the element. */
const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

function productData(
  product: Shown,
  { url, description, image }: { url: string; description: string; image: string | undefined },
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    ...(description && { description }),
    ...(image && { image }),
    sku: product.variants[0]?.sku,
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
      price: variant.price,
      priceCurrency: product.currency,
      availability: `https://schema.org/${variant.available > 0 ? 'InStock' : 'OutOfStock'}`,
      url,
    })),
  };
}

function pathData(product: Shown, publicUrl: string, url: string): object {
  const shop = `${publicUrl}/app/shop/`;
  const { category } = product;
  const steps = [
    { name: 'Shop', item: shop },
    ...(category ? [{ name: category.name, item: `${shop}?category=${category.slug}` }] : []),
    { name: product.name, item: url },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...step,
    })),
  };
}
