import { type DatedTax, stepsPerUnit } from '../../../src/domains/pricing/index.js';
import type { PictureFiles } from '../../shared/picture/files.js';
import { nameOf } from './goods-block.js';
import type { Head, KeptVariant } from './kept-catalogue.js';
import { type Offer, offeredMinor, offersOf } from './prices.js';
import type { Good, StoreSettings } from './types.js';

/** Goods before a price is chosen: that of some starts later. */
export type KeptGood = Omit<Good, 'priceMinor' | 'offer'> & {
  offer: Offer;
  priceMinor?: undefined;
};

/** Width of the files in the catalogue. */
const PICTURE_WIDTH = 320;

const pictureOf = ({ picture: url, focal_x, focal_y }: KeptVariant): PictureFiles | undefined =>
  url === undefined
    ? undefined
    : {
        url,
        alt: '',
        focal_x: focal_x ?? 0.5,
        focal_y: focal_y ?? 0.5,
        variant_id: null,
        variants: [{ url, width: PICTURE_WIDTH, format: 'webp' }],
      };

/** Makes goods from variants under the terms of a catalogue. */
export function goodsMaker(
  head: Head,
  store: Pick<StoreSettings, 'id' | 'currency'>,
): (variant: KeptVariant) => KeptGood {
  const offerOf = offersOf(head, store);
  const names = new Map(head.categories.map(({ id, name }) => [id, name]));
  return variant => ({
    variantId: variant.id,
    productId: variant.product_id,
    sku: variant.sku,
    barcode: variant.barcode ?? null,
    unit: variant.unit ?? 'piece',
    name: nameOf(variant),
    product: variant.product,
    category: names.get(variant.category_id ?? '') ?? '',
    categoryId: variant.category_id ?? null,
    collectionIds: variant.collection_ids ?? [],
    offer: offerOf(variant),
    isTaxExempt: variant.is_tax_exempt ?? false,
    taxClass: variant.tax_class,
    parts: variant.parts?.map(part => ({
      weight: part.weight,
      isTaxExempt: part.is_tax_exempt,
      taxClass: part.tax_class,
      name: part.variant_name === '' ? part.name : `${part.name}, ${part.variant_name}`,
      quantity: part.quantity,
      unit: part.unit,
    })),
    minimumAge: variant.minimum_age ?? null,
    picture: pictureOf(variant),
  });
}

const priced = new WeakMap<KeptGood, Good>();

/** The price of one unit for everybody at a moment; undefined if the store does not sell it then. */
export function pricedGood(good: KeptGood, atMs: number): Good | undefined {
  const moment = { customerGroup: null, atMs };
  const priceMinor = offeredMinor(good, stepsPerUnit(good.unit), moment);
  if (priceMinor === undefined) return undefined;
  const before = priced.get(good);
  if (before?.priceMinor === priceMinor) return before;
  const now = { ...good, priceMinor };
  priced.set(good, now);
  return now;
}

/** The rates of the catalogue by jurisdiction; names stand in the settings of the store. */
export function taxesFrom(
  rates: Head['tax_rates'],
  known: readonly Pick<DatedTax, 'id' | 'code' | 'name'>[],
): DatedTax[] {
  const codes = [...new Set(rates.map(({ jurisdiction }) => jurisdiction))];
  return codes.map(code => {
    const own = rates.filter(({ jurisdiction }) => jurisdiction === code);
    const tax = known.find(one => one.code === code);
    return {
      id: tax?.id ?? code,
      code,
      name: tax?.name ?? code,
      rate: own.find(({ tax_class }) => tax_class === null)?.rate ?? '0',
      rates: own.flatMap(({ tax_class, rate, valid_from, valid_to }) =>
        tax_class === null ? [] : { tax_class, rate, valid_from, valid_to },
      ),
    };
  });
}
