import type { Minor } from '../../../platform/money.js';
import { isoAmount } from '../amounts.js';
import type { Article, Goods, Picture } from '../catalogue/goods.js';
import { featuredOf, type Option, optionsOf, valuesWithin } from '../catalogue/options.js';
import type { Policies } from '../policies.js';
import { linksOf } from './present.js';
import { NEWEST_UCP, type UcpVersion } from './schemas.js';

/** A product of an answer lists no more articles than this; the featured one is the first. */
const MOST_VARIANTS = 100;

const money = (amount: Minor, currency: string) => ({
  amount: isoAmount(amount, currency),
  currency,
});

const media = (pictures: readonly Picture[]) =>
  pictures.map(({ url, alt, width, height }) => ({
    type: 'image',
    url,
    ...(alt !== '' && { alt_text: alt }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  }));

/** The requested ids that led to an article. */
export type Inputs = { id: string; match: 'exact' | 'featured' }[];

export type Seller = { name: string; policies: Policies };

function variantOf(
  article: Article,
  { currency }: Goods,
  seller: Seller | undefined,
  version: UcpVersion,
) {
  const { compared, gtin } = article;
  return {
    id: article.sku,
    sku: article.sku,
    ...(gtin !== undefined && { barcodes: [{ type: 'GTIN', value: gtin }] }),
    title: article.title,
    description: { plain: article.title },
    url: article.url,
    price: money(article.priceMinor, currency),
    // The newest version wants codes of units that our goods do not have.
    ...(version !== NEWEST_UCP &&
      compared && {
        unit_price: {
          ...money(compared.priceMinor, currency),
          measure: compared.content,
          reference: { value: 1, unit: compared.unit },
        },
      }),
    availability: {
      available: article.isAvailable,
      status: article.isAvailable ? 'in_stock' : 'out_of_stock',
    },
    options: article.options,
    ...(article.pictures.length > 0 && { media: media(article.pictures) }),
    ...(seller && { seller: { name: seller.name, links: linksOf(seller.policies) } }),
  };
}

/** Prices are those of all articles; `listed` are the ones that the answer shows. */
export function presentProduct(
  goods: Goods,
  listed: readonly Article[],
  version: UcpVersion,
  { inputs, seller }: { inputs?: ReadonlyMap<string, Inputs>; seller?: Seller } = {},
) {
  const { currency, articles, rating } = goods;
  const prices = articles.map(({ priceMinor }) => priceMinor);
  return {
    id: goods.id,
    handle: goods.slug,
    title: goods.title,
    description: { plain: goods.description },
    url: goods.url,
    ...(goods.category && { categories: [{ value: goods.category.slug, taxonomy: 'merchant' }] }),
    price_range: {
      min: money(Math.min(...prices), currency),
      max: money(Math.max(...prices), currency),
    },
    ...(goods.pictures.length > 0 && { media: media(goods.pictures) }),
    options: optionsOf(articles).map(({ name, labels }) => ({
      name,
      values: labels.map(label => ({ label })),
    })),
    variants: listed.slice(0, MOST_VARIANTS).map(article => ({
      ...variantOf(article, goods, seller, version),
      ...(inputs && { inputs: inputs.get(article.sku) ?? [] }),
    })),
    ...(rating && {
      rating: { value: rating.average, scale_min: 1, scale_max: 5, count: rating.count },
    }),
    ...(goods.brand !== undefined && { metadata: { brand: goods.brand } }),
  };
}

/** The featured article first. */
export function featuredFirst(articles: readonly Article[]): Article[] {
  const first = featuredOf(articles);
  return first === undefined ? [] : [first, ...articles.filter(one => one !== first)];
}

/** A product with its options as they could be chosen now. */
export const presentDetail = (
  goods: Goods,
  listed: readonly Article[],
  selected: readonly Option[],
  seller: Seller,
  version: UcpVersion,
) => ({
  ...presentProduct(goods, listed, version, { seller }),
  ...(goods.articles.some(({ options }) => options.length > 0) && { selected }),
  options: valuesWithin(goods.articles, selected),
});

/** Programs have to show this beside the product. */
export const ageNotices = (goods: readonly Goods[], pathOf: (index: number) => string) =>
  goods.flatMap(({ minimumAge }, index) =>
    minimumAge === null
      ? []
      : [
          {
            type: 'warning',
            code: 'age_restricted',
            path: pathOf(index),
            content: `Sold only to people of ${minimumAge} or older.`,
            presentation: 'disclosure',
          },
        ],
  );

export const info = (code: string, content: string) => ({ type: 'info', code, content });

export const warning = (code: string, path: string, content: string) => ({
  type: 'warning',
  code,
  path,
  content,
});

/** The envelope of an answer about the catalogue. */
export const answered = (capability: string, version: UcpVersion) => ({
  ucp: { version, capabilities: { [capability]: [{ version }] } },
});

export const productNotFound = (capability: string, id: string, version: UcpVersion) => ({
  ucp: { ...answered(capability, version).ucp, status: 'error' },
  messages: [
    {
      type: 'error',
      code: 'not_found',
      content: `Product not found: ${id}`,
      severity: 'unrecoverable',
    },
  ],
});
