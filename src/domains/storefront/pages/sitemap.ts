import { readTextThrough, readThrough } from '../../../platform/cache/index.js';
import { escapeHtml } from '../../../platform/plain-text.js';
import type { Platform } from '../../../platform/platform.js';
import { shopCategories } from '../catalogue/shop-categories.js';
import { categoryPath, collectionPath } from './catalogue-head.js';
import { PRIVATE_PAGES } from './plan-page.js';
import { collectionsOnSale, countOnSale, slugsOnSale } from './repository.js';

/** One file may list 50,000 addresses; the first one has the categories and collections as well. */
const MAX_PRODUCTS = 40_000;
const MAX_LISTS = 9_999;
const CACHE_SECONDS = 600;
const PAGES_CACHE_SECONDS = 10;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Rules are prefixes, so the pages below a page need none of their own. */
const EXCLUDED = ['cart', ...PRIVATE_PAGES]
  .sort()
  .filter(page => ![...PRIVATE_PAGES].some(other => other !== page && page.startsWith(other)));

export const robots = ({ config: { publicUrl } }: Pick<Platform, 'config'>): string =>
  [
    'User-agent: *',
    ...EXCLUDED.map(path => `Disallow: /app/shop/${path}`),
    'Disallow: /app/desk/',
    'Disallow: /app/display/',
    'Disallow: /app/register/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

/**
 * The addresses of the shop. More than one file holds are listed page by page, and the file without
 * a page names these. Undefined if there is no such page.
 */
export async function sitemap(
  platform: Platform,
  page: number | undefined,
): Promise<string | undefined> {
  const { db, config, cache } = platform;
  const pages = await countPages(platform);
  if (page !== undefined && page > pages) return undefined;
  return readTextThrough(cache, `shop:sitemap:${page ?? ''}`, CACHE_SECONDS, async () => {
    if (page === undefined && pages > 1) return indexOf(config.publicUrl, pages);
    const rows = await slugsOnSale(db, ((page ?? 1) - 1) * MAX_PRODUCTS, MAX_PRODUCTS);
    const shop = `${config.publicUrl}/app/shop/`;
    const urls = rows.map(({ slug, updated_at: at }) =>
      element('url', `${shop}p/${slug}`, at.toISOString().slice(0, 10)),
    );
    const lists = (page ?? 1) === 1 ? ['', ...(await listPaths(platform))] : [];
    return document('urlset', [...lists.map(path => element('url', shop + path)), ...urls]);
  });
}

/** The lists that have products on sale. */
async function listPaths(platform: Platform): Promise<string[]> {
  const [categories, collections] = await Promise.all([
    shopCategories(platform, undefined),
    collectionsOnSale(platform.db, MAX_LISTS),
  ]);
  const paths = [
    ...categories.map(({ slug }) => categoryPath(slug)),
    ...collections.map(collectionPath),
  ];
  return paths.slice(0, MAX_LISTS);
}

/** Cached apart from the pages, because pages that do not exist are not cached. */
const countPages = ({ db, cache }: Platform): Promise<number> =>
  readThrough(cache, 'shop:sitemap-pages', PAGES_CACHE_SECONDS, async () =>
    Math.max(1, Math.ceil((await countOnSale(db)) / MAX_PRODUCTS)),
  );

const indexOf = (publicUrl: string, pages: number): string =>
  document(
    'sitemapindex',
    Array.from({ length: pages }, (_, at) =>
      element('sitemap', `${publicUrl}/sitemap.xml?page=${at + 1}`),
    ),
  );

const document = (name: string, elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${NAMESPACE}>\n${elements.join('\n')}\n</${name}>\n`;

const element = (name: string, url: string, day?: string): string =>
  `<${name}><loc>${escapeHtml(url)}</loc>${day === undefined ? '' : `<lastmod>${day}</lastmod>`}</${name}>`;
