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

async function savePictures(
  api: Tillhouse,
  product: Product,
  pictures: readonly PictureDraft[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const kept = new Set(pictures.flatMap(({ id }) => id ?? []));
  const byMedia = new Map(product.pictures.map(one => [`${one.media_id} ${one.variant_id}`, one]));
  const order: string[] = [];
  for (const picture of pictures) {
    const variantId = picture.variant === null ? null : (ids.get(picture.variant) ?? null);
    const { media_id, alt, focal_x, focal_y } = picture;
    const body = { variant_id: variantId, alt, focal_x, focal_y };
    // A second try after an error finds what the first one attached.
    const known =
      product.pictures.find(({ id }) => id === picture.id) ??
      byMedia.get(`${media_id} ${variantId}`);
    if (known === undefined) {
      order.push((await attachPicture(api, product.id, { media_id, ...body })).id);
    } else {
      kept.add(known.id);
      order.push(known.id);
      if (!hasFields(known, body)) await changePicture(api, product.id, known.id, body);
    }
  }
  for (const { id } of product.pictures) {
    if (!kept.has(id)) await detachPicture(api, product.id, id);
  }
  // New pictures come after the others.
  const before = product.pictures.flatMap(({ id }) => (kept.has(id) ? [id] : []));
  const isMoved = before.some((id, index) => order[index] !== id);
  if (isMoved) await reorderPictures(api, product.id, order);
}
