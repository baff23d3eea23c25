import { countryCodeOf } from '../../../platform/countries.js';
import { isoAmount } from '../amounts.js';
import type { Article, Goods, Picture } from '../catalogue/goods.js';
import type { Policies } from '../policies.js';

const media = (pictures: readonly Picture[]) =>
  pictures.map(({ url, alt, width, height }) => ({
    type: 'image',
    url,
    ...(alt !== '' && { alt_text: alt }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  }));

export type FeedSeller = { name: string; policies: Policies };

const sellerOf = ({ name, policies }: FeedSeller) => ({
  name,
  links: [
    { type: 'terms_of_service', url: policies.terms },
    { type: 'privacy_policy', url: policies.privacy },
    { type: 'refund_policy', url: policies.returns },
  ],
});

function variantOf(article: Article, { currency, category }: Goods, seller: FeedSeller) {
  const { compared, gtin, options, pictures } = article;
  return {
    id: article.sku,
    title: article.title,
    url: article.url,
    ...(gtin !== undefined && { barcodes: [{ type: 'GTIN', value: gtin }] }),
    price: { amount: isoAmount(article.priceMinor, currency), currency },
    ...(compared && {
      unit_price: {
        amount: isoAmount(compared.priceMinor, currency),
        currency,
        measure: compared.content,
        reference: { value: 1, unit: compared.unit },
      },
    }),
    availability: {
      available: article.isAvailable,
      status: article.isAvailable ? 'in_stock' : 'out_of_stock',
    },
    ...(category && { categories: [{ value: category.name, taxonomy: 'merchant' }] }),
    condition: ['new'],
    ...(options.length > 0 && {
      variant_options: options.map(({ name, label }) => ({ name, value: label })),
    }),
    ...(pictures.length > 0 && { media: media(pictures) }),
    seller: sellerOf(seller),
  };
}

/** `Product` of a feed. The id of a variant is its SKU, which a checkout session takes. */
export const feedProduct = (goods: Goods, seller: FeedSeller) => ({
  id: goods.id,
  title: goods.title,
  description: { plain: goods.description },
  url: goods.url,
  ...(goods.pictures.length > 0 && { media: media(goods.pictures) }),
  variants: goods.articles.map(article => variantOf(article, goods, seller)),
});

/** Goods that the store no longer sells, by what the program was sent of them. */
export const discontinued = (sent: { product_id: number; title: string; skus: string[] }) => ({
  id: String(sent.product_id),
  title: sent.title,
  variants: sent.skus.map(sku => ({
    id: sku,
    title: sent.title,
    availability: { available: false, status: 'discontinued' },
  })),
});

/** The country of a store as the protocol writes it; stores may have a name instead of a code. */
export const feedCountry = (country: string | undefined): string | undefined =>
  country ? countryCodeOf(country) : undefined;
