import type { Static } from '../../../platform/http/schemas.js';
import { checkDigitOf } from '../../../platform/label-codes.js';
import { escapeHtml, withoutMarks } from '../../../platform/plain-text.js';
import { isMeasured } from '../../../platform/quantity.js';
import { picturesFor } from '../../catalog/index.js';
import type { ShopProduct } from '../catalogue/schemas.js';
import { optionsIn } from '../search/memory/option-sets.js';

type Shown = Static<typeof ShopProduct>;
type Variant = Shown['variants'][number];

/** What a product of the shop does not say itself. */
export type FeedExtras = {
  brand: string | undefined;
  /** The names of its category and those above, from the top. */
  categories: readonly string[];
  /** Barcodes by id of the variant. */
  barcodes: ReadonlyMap<string, string>;
  /** What a piece contains, such as 330 ml, by id of the variant; unknown ones are missing. */
  contents: ReadonlyMap<string, { amount: string; unit: string }>;
};

export type FeedShop = { publicUrl: string; storeCode: string; storeName: string };

/** Google's limits. */
const MAX_TITLE = 150;
const MAX_DESCRIPTION = 5_000;
const MAX_BRAND = 70;
const MAX_SIZE = 100;
const MAX_COLOUR = 40;
const MAX_PRODUCT_TYPE = 750;
const MAX_FURTHER_PICTURES = 10;

export const feedHead = ({ publicUrl, storeName, storeCode }: FeedShop): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    '<channel>',
    element('title', storeName),
    element('link', `${publicUrl}/app/shop/?store=${encodeURIComponent(storeCode)}`),
    element('description', storeName),
    '',
  ].join('\n');

export const FEED_END = '</channel>\n</rss>\n';

/** One item for each variant with a price; several variants of a product share a group. */
export const feedItems = (shop: FeedShop, product: Shown, extras: FeedExtras): string =>
  product.variants
    .filter(({ price }) => Number(price) > 0)
    .map(variant => feedItem(shop, product, variant, extras))
    .join('');

function feedItem(shop: FeedShop, product: Shown, variant: Variant, extras: FeedExtras): string {
  const gtin = gtinOf(extras.barcodes.get(variant.id));
  const isOnly = product.variants.length === 1;
  const title = variant.name === product.name ? product.name : `${product.name}, ${variant.name}`;
  const [image, ...further] = picturesOf(shop, product, variant);
  const { sizes, colours } = optionsIn(variant.attributes);
  const lines = [
    element('g:id', variant.sku),
    element('g:title', cut(title, MAX_TITLE)),
    element('g:description', cut(withoutMarks(product.description) || title, MAX_DESCRIPTION)),
    element('g:link', linkOf(shop, product, isOnly ? undefined : variant.sku)),
    image && element('g:image_link', image),
    ...further.slice(0, MAX_FURTHER_PICTURES).map(url => element('g:additional_image_link', url)),
    element('g:availability', variant.available > 0 ? 'in_stock' : 'out_of_stock'),
    element('g:price', `${variant.price} ${product.currency}`),
    ...unitPricing(variant, extras),
    extras.categories.length > 0 &&
      element('g:product_type', cut(extras.categories.join(' > '), MAX_PRODUCT_TYPE)),
    sizes[0] && element('g:size', cut(sizes[0], MAX_SIZE)),
    colours[0] && element('g:color', cut(colours[0], MAX_COLOUR)),
    extras.brand && element('g:brand', cut(extras.brand, MAX_BRAND)),
    gtin && element('g:gtin', gtin),
    !gtin && !extras.brand && element('g:identifier_exists', 'no'),
    element('g:condition', 'new'),
    !isOnly && element('g:item_group_id', String(product.id)),
  ];
  return `<item>\n${lines.filter(Boolean).join('\n')}\n</item>\n`;
}

const linkOf = (shop: FeedShop, { slug }: Shown, sku: string | undefined): string => {
  const query = new URLSearchParams({ store: shop.storeCode, ...(sku && { sku }) });
  return `${shop.publicUrl}/app/shop/p/${encodeURIComponent(slug)}?${query}`;
};

/** The pictures that the page of the variant shows, else the URL that the product names. */
function picturesOf({ publicUrl }: FeedShop, product: Shown, variant: Variant): string[] {
  const urls = picturesFor(product, variant).map(({ url }) => url);
  const whole = (urls.length > 0 ? urls : [product.image_url])
    .filter(url => url !== '' && URL.canParse(url, publicUrl))
    .map(url => new URL(url, publicUrl).href);
  return whole;
}

/** What the price is for, and the amount in which prices are compared: 500 g, and 1 kg. */
function unitPricing({ id, unit, unit_price: compared }: Variant, { contents }: FeedExtras) {
  if (isMeasured(unit)) return [element('g:unit_pricing_measure', `1 ${unit}`)];
  const content = contents.get(id);
  if (content === undefined || compared === undefined) return [];
  return [
    element('g:unit_pricing_measure', `${Number(content.amount)} ${content.unit}`),
    element('g:unit_pricing_base_measure', `1 ${compared.unit}`),
  ];
}

/** GTIN-8, -12, -13 and -14 with a right check digit; codes that begin with 2 belong to one shop. */
export function gtinOf(barcode: string | undefined): string | undefined {
  if (barcode === undefined || !/^(?:\d{8}|\d{12,14})$/.test(barcode)) return undefined;
  const digits = barcode.padStart(14, '0');
  // With 13 digits before the check digit the weights begin with 3.
  if (checkDigitOf(`0${digits.slice(0, 13)}`) !== Number(digits.at(-1))) return undefined;
  return barcode.length === 13 && barcode.startsWith('2') ? undefined : barcode;
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** `escapeHtml` removes control characters; XML refuses these two as well. */
const element = (name: string, text: string): string =>
  `<${name}>${escapeHtml(text.toWellFormed().replaceAll(/[\uFFFE\uFFFF]/g, ''))}</${name}>`;
