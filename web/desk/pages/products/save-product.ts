import { ApiError, answer, type Tillhouse } from '@tillhouse/client';
import { amountOrNull } from '../../parts/fields.js';
import type { Condition } from '../../state/record-tags.js';
import {
  attachPicture,
  changeParts,
  changePicture,
  changeProduct,
  changeVariant,
  createProduct,
  createVariant,
  detachPicture,
  type Product,
  readProduct,
  reorderPictures,
} from './calls.js';
import {
  type ListPrices,
  type PictureDraft,
  type ProductDraft,
  productBody,
  type VariantDraft,
  variantBody,
} from './draft.js';
import { variantsToSave } from './variants-to-save.js';

type Saved = {
  /** Undefined: a new product. */
  product: Product | undefined;
  prices: ListPrices;
};

type Saving = {
  /** Gets a new product before the rest is saved: another try changes it instead of creating a second. */
  onCreated: (product: Product) => void;
  /** The product is saved and differs from the one that was read; the rest may still fail. */
  onChanged: () => void;
  condition: Condition;
};

/** Product and new variants first, then prices and pictures. */
export async function saveProduct(
  api: Tillhouse,
  before: Saved,
  draft: ProductDraft,
  { onCreated, onChanged, condition }: Saving,
): Promise<Product> {
  let product = before.product;
  if (product === undefined) {
    const variants = draft.variants.map(variantBody);
    product = await createProduct(api, { ...productBody(draft), variants });
    onCreated(product);
  } else {
    await changeProduct(api, product.id, productBody(draft), condition);
    onChanged();
    await saveVariants(api, product, draft.variants);
    product = await readProduct(api, product.id);
  }
  const ids = idsByKey(product, draft.variants);
  await savePrices(api, before.prices, draft.variants, ids);
  await savePictures(api, product, draft.pictures, ids);
  await saveParts(api, draft.variants, ids);
  return readProduct(api, product.id);
}

/** SKUs are unique, so they find the id of a new variant. */
const idsByKey = (product: Product, variants: readonly VariantDraft[]): Map<string, string> => {
  const bySku = new Map(product.variants.map(({ sku, id }) => [sku, id]));
  return new Map(variants.map(({ key, sku, id }) => [key, id ?? bySku.get(sku.trim()) ?? '']));
};

async function saveVariants(
  api: Tillhouse,
  product: Product,
  variants: readonly VariantDraft[],
): Promise<void> {
  for (const { index, known, body } of variantsToSave(product.variants, variants)) {
    await atRow(index, () =>
      known === undefined
        ? createVariant(api, { ...body, product_id: product.id })
        : changeVariant(api, known.id, body),
    );
  }
}

/** Errors of one variant name its row, as those of a new product do. */
async function atRow<T>(index: number, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, details } = error;
    const fields = Object.entries(error.fields).map(([name, texts]) => [
      `variants.${index}.${name}`,
      texts,
    ]);
    throw new ApiError(status, code, message, Object.fromEntries(fields), details);
  }
}

async function savePrices(
  api: Tillhouse,
  before: ListPrices,
  variants: readonly VariantDraft[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const changes = variants.flatMap(({ key, prices }) => {
    const variant = ids.get(key) ?? '';
    return Object.entries(prices).flatMap(([list, typed]) => {
      const amount = amountOrNull(typed);
      const seen = before[variant]?.[list] ?? null;
      return amount === seen ? [] : [{ variant, price_list: list, amount, if_amount: seen }];
    });
  });
  if (changes.length === 0) return;
  await answer(api.POST('/prices/bulk/', { body: { changes, dry_run: false } }));
}

async function saveParts(
  api: Tillhouse,
  variants: readonly VariantDraft[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { key, parts = [] } of variants) {
    if (parts.length > 0) await changeParts(api, ids.get(key) ?? '', parts);
  }
}

const hasFields = (record: object, fields: object): boolean =>
  Object.entries(fields).every(([name, value]) => record[name as keyof typeof record] === value);

/** The records of a picture: one for each of its variants, else one for the whole product. */
const recordsOf = (picture: PictureDraft, ids: ReadonlyMap<string, string>) => {
  const variants = picture.variants.flatMap(key => ids.get(key) || []);
  return (variants.length > 0 ? variants : [null]).map(variant => ({ picture, variant }));
};

async function savePictures(
  api: Tillhouse,
  product: Product,
  pictures: readonly PictureDraft[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const saved = product.pictures;
  const records = pictures.flatMap(each => recordsOf(each, ids));
  const keyOf = (mediaId: string, variant: string | null): string => `${mediaId} ${variant}`;
  const wanted = new Set(records.map(one => keyOf(one.picture.media_id, one.variant)));
  const byKey = new Map(saved.map(one => [keyOf(one.media_id, one.variant_id), one]));
  // A record whose variant was taken off the picture gets another variant of it.
  const spare = saved.filter(one => !wanted.has(keyOf(one.media_id, one.variant_id)));
  const spareOf = (picture: PictureDraft) =>
    spare.find(({ id }) => picture.ids.includes(id) && !kept.has(id));
  const kept = new Set<string>();
  const order: string[] = [];
  for (const { picture, variant } of records) {
    const { media_id, alt, focal_x, focal_y } = picture;
    const body = { variant_id: variant, alt, focal_x, focal_y };
    // A product has a file once for each variant, so a second try finds what the first attached.
    const known = byKey.get(keyOf(media_id, variant)) ?? spareOf(picture);
    if (known === undefined) {
      order.push((await attachPicture(api, product.id, { media_id, ...body })).id);
    } else {
      kept.add(known.id);
      order.push(known.id);
      if (!hasFields(known, body)) await changePicture(api, product.id, known.id, body);
    }
  }
  for (const { id } of saved) {
    if (!kept.has(id)) await detachPicture(api, product.id, id);
  }
  // New pictures come after the others.
  const before = saved.flatMap(({ id }) => (kept.has(id) ? [id] : []));
  const isMoved = before.some((id, index) => order[index] !== id);
  if (isMoved) await reorderPictures(api, product.id, order);
}
