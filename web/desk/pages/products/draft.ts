import type { Unit } from '../../../../src/platform/quantity.js';
import { smallFile } from '../../../shared/picture/files.js';
import { amountOrNull, numberOrNull, type Typed, typedOf } from '../../parts/typed.js';
import type {
  ContentUnit,
  Media,
  Option,
  Product,
  ProductPicture,
  ProductVariant,
  Status,
} from './calls.js';

export type VariantDraft = {
  /** Key of the row in the form; a new variant has no id yet. */
  key: string;
  id?: string;
  sku: string;
  name: string;
  barcode: string;
  /** What the price is for. */
  unit: Unit;
  price: Typed;
  cost: Typed;
  /** Set for a saved variant or its copy; a new one gets the currency of the stores. */
  cost_currency?: string;
  content_amount: Typed;
  content_unit: ContentUnit | null;
  weight: Typed;
  attributes: Record<string, string>;
  is_active: boolean;
  /** Price of one unit by price list. */
  prices: Record<string, Typed>;
  /** Parts of a copied bundle; the page of a saved product has its own form for them. */
  parts?: BundlePart[];
};

export type BundlePart = { variant: string; quantity: number };

export type PictureDraft = {
  key: string;
  /** The saved records of the picture, one for each of its variants; none while it is new. */
  ids: string[];
  media_id: string;
  preview: string;
  alt: string;
  focal_x: number;
  focal_y: number;
  /** Keys of the variants that show it; none: the whole product. */
  variants: string[];
};

export type ProductDraft = {
  name: string;
  description: string;
  status: Status;
  publish_at: string | null;
  archive_at: string | null;
  category_id: string | null;
  brand_id: string | null;
  collection_ids: string[];
  tags: string[];
  tax_class: string;
  is_tax_exempt: boolean;
  is_digital: boolean;
  requires_kyc: boolean;
  minimum_age: Typed;
  /** This and the next field are not in the form; a copy keeps them. */
  product_type_id: string | null;
  image_url: string;
  options: Option[];
  variants: VariantDraft[];
  pictures: PictureDraft[];
};

/** Prices by variant and list. */
export type ListPrices = Record<string, Record<string, string>>;

export const PREVIEW_WIDTH = 320;
let made = 0;
export const newKey = (): string => `new-${++made}`;

const newVariant = (): VariantDraft => ({
  key: newKey(),
  sku: '',
  name: '',
  barcode: '',
  unit: 'piece',
  price: '',
  cost: '',
  content_amount: '',
  content_unit: null,
  weight: '',
  attributes: {},
  is_active: true,
  prices: {},
});

export const emptyDraft = (): ProductDraft => ({
  name: '',
  description: '',
  status: 'draft',
  publish_at: null,
  archive_at: null,
  category_id: null,
  brand_id: null,
  collection_ids: [],
  tags: [],
  tax_class: 'standard',
  is_tax_exempt: false,
  is_digital: false,
  requires_kyc: false,
  minimum_age: '',
  product_type_id: null,
  image_url: '',
  options: [],
  variants: [newVariant()],
  pictures: [],
});

export const variantDraft = (variant: ProductVariant, prices: ListPrices): VariantDraft => ({
  key: variant.id,
  id: variant.id,
  sku: variant.sku,
  name: variant.name,
  barcode: variant.barcode ?? '',
  unit: variant.unit,
  price: typedOf(variant.price),
  cost: typedOf(variant.cost),
  cost_currency: variant.cost_currency,
  content_amount: typedOf(variant.content_amount),
  content_unit: variant.content_unit as ContentUnit | null,
  weight: typedOf(variant.weight_grams),
  attributes: variant.attributes,
  is_active: variant.is_active,
  prices: Object.fromEntries(
    Object.entries(prices[variant.id] ?? {}).map(([list, amount]) => [list, typedOf(amount)]),
  ),
});

/** Records of several variants with the same file and text are one picture in the form. */
function pictureDrafts(pictures: readonly ProductPicture[]): PictureDraft[] {
  const drafts = new Map<string, PictureDraft>();
  for (const picture of pictures) {
    const { id, media_id, variant_id: variant, alt, focal_x, focal_y } = picture;
    const key = variant === null ? id : JSON.stringify([media_id, alt, focal_x, focal_y]);
    const known = drafts.get(key);
    if (known === undefined) drafts.set(key, pictureDraft(picture));
    else {
      known.ids.push(id);
      if (variant !== null) known.variants.push(variant);
    }
  }
  return [...drafts.values()];
}

const pictureDraft = (picture: ProductPicture): PictureDraft => ({
  key: picture.id,
  ids: [picture.id],
  media_id: picture.media_id,
  preview: smallFile(picture, PREVIEW_WIDTH),
  alt: picture.alt,
  focal_x: picture.focal_x,
  focal_y: picture.focal_y,
  variants: picture.variant_id === null ? [] : [picture.variant_id],
});

export const addedPicture = (media: Media): PictureDraft => ({
  key: newKey(),
  ids: [],
  media_id: media.id,
  preview: smallFile(
    { ...media, alt: '', focal_x: 0.5, focal_y: 0.5, variant_id: null },
    PREVIEW_WIDTH,
  ),
  alt: '',
  focal_x: 0.5,
  focal_y: 0.5,
  variants: [],
});

export const draftOf = (product: Product, prices: ListPrices): ProductDraft => ({
  name: product.name,
  description: product.description,
  status: product.status,
  publish_at: product.publish_at,
  archive_at: product.archive_at,
  category_id: product.category_id,
  brand_id: product.brand_id,
  collection_ids: product.collection_ids,
  tags: product.tags,
  tax_class: product.tax_class,
  is_tax_exempt: product.is_tax_exempt,
  is_digital: product.is_digital,
  requires_kyc: product.requires_kyc,
  minimum_age: typedOf(product.minimum_age),
  product_type_id: product.product_type_id,
  image_url: product.image_url,
  options: product.options,
  variants: product.variants.map(variant => variantDraft(variant, prices)),
  pictures: pictureDrafts(product.pictures),
});

/** A new draft with the same content; SKUs and barcodes are unique, so they differ. */
export function copyOf(
  draft: ProductDraft,
  name: string,
  /** Parts by variant; a variant without an entry is no bundle. */
  parts: Readonly<Record<string, BundlePart[]>> = {},
): ProductDraft {
  const keys = new Map(draft.variants.map(({ key }) => [key, newKey()]));
  return {
    ...draft,
    name,
    status: 'draft',
    publish_at: null,
    archive_at: null,
    variants: draft.variants.map(variant => ({
      ...variant,
      key: keys.get(variant.key) ?? newKey(),
      id: undefined,
      sku: `${variant.sku}-COPY`,
      barcode: '',
      parts: parts[variant.key],
    })),
    pictures: draft.pictures.map(picture => ({
      ...picture,
      key: newKey(),
      ids: [],
      variants: picture.variants.flatMap(key => keys.get(key) ?? []),
    })),
  };
}

const codeOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The most that the service takes. */
export const MOST_VARIANTS = 200;

const named = (options: readonly Option[]): Option[] =>
  options.filter(({ name, values }) => name.trim() !== '' && values.length > 0);

/** How many combinations there are, without making them: 3 × 100 values are a million. */
export const countCombinations = (options: readonly Option[]): number =>
  named(options).reduce((count, { values }) => count * values.length, 1);

/** Every combination of the values: S and Red, S and Blue, … */
export function combinations(options: readonly Option[]): Record<string, string>[] {
  return named(options).reduce<Record<string, string>[]>(
    (rows, { name, values }) =>
      rows.flatMap(row => values.map(value => ({ ...row, [name.trim()]: value }))),
    [{}],
  );
}

const sameAttributes = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/**
 * The variants of these options. Known ones stay as they are, new ones take over the unit and
 * the prices of the first; saved ones that fit no combination stay, because they may have been sold.
 */
export function generated(draft: ProductDraft, options: Option[]): VariantDraft[] {
  if (countCombinations(options) > MOST_VARIANTS) return draft.variants;
  const [first = newVariant()] = draft.variants;
  const rows = combinations(options);
  if (rows.length === 1 && Object.keys(rows[0] ?? {}).length === 0) return draft.variants;
  const made = rows.map(attributes => {
    const known = draft.variants.find(variant => sameAttributes(variant.attributes, attributes));
    if (known !== undefined) return known;
    const values = Object.values(attributes);
    return {
      ...first,
      key: newKey(),
      id: undefined,
      barcode: '',
      sku: [codeOf(draft.name).slice(0, 40), ...values.map(codeOf)].filter(Boolean).join('-'),
      name: values.join(', '),
      attributes,
      is_active: true,
    };
  });
  const saved = draft.variants.filter(({ id }) => id !== undefined);
  return [...made, ...saved.filter(variant => !made.includes(variant))];
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export const variantBody = (variant: VariantDraft, sortOrder: number) => ({
  sku: variant.sku.trim(),
  name: variant.name.trim(),
  barcode: orNull(variant.barcode),
  unit: variant.unit,
  price: amountOrNull(variant.price) ?? '',
  cost: amountOrNull(variant.cost),
  cost_currency: variant.cost_currency,
  content_amount: variant.content_amount === '' ? null : String(variant.content_amount),
  content_unit: variant.content_unit,
  weight_grams: numberOrNull(variant.weight),
  attributes: variant.attributes,
  is_active: variant.is_active,
  sort_order: sortOrder,
});

export const productBody = (draft: ProductDraft) => ({
  name: draft.name.trim(),
  description: draft.description,
  status: draft.status,
  publish_at: draft.publish_at,
  archive_at: draft.archive_at,
  category_id: draft.category_id,
  brand_id: draft.brand_id,
  collection_ids: draft.collection_ids,
  tags: draft.tags,
  tax_class: draft.tax_class,
  is_tax_exempt: draft.is_tax_exempt,
  is_digital: draft.is_digital,
  requires_kyc: draft.requires_kyc,
  minimum_age: numberOrNull(draft.minimum_age),
  product_type_id: draft.product_type_id,
  image_url: draft.image_url,
  options: draft.options.filter(({ name, values }) => name.trim() !== '' && values.length > 0),
});
