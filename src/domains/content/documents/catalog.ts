import type { Tx } from '../../../platform/database/tx.js';
import { stepsPerUnit, UNITS } from '../../../platform/quantity.js';
import {
  CONTENT_UNITS,
  saveProduct,
  saveReference,
  saveVariant,
  variantsByIds,
} from '../../catalog/index.js';
import { changeLevel, levelById, openLevel } from '../../inventory/index.js';
import {
  attributes,
  flag,
  image,
  money,
  onCreate,
  oneOf,
  outbound,
  type Packed,
  packed,
  reference,
  references,
  slug,
  text,
  whole,
} from './fields.js';
import type { Kind, Saving } from './kind.js';

const NAME = { max: 255, min: 1 };
const ORDER = { min: -1_000_000, max: 1_000_000 };
const SKU =
  /^(?![0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$)[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;

type ReferenceKind = Parameters<typeof saveReference>[1];

/** Categories, brands, product types and collections share these fields. */
const simpleKind = (name: ReferenceKind, modelType: string, type: string): Kind => ({
  name,
  modelType,
  type,
  prefix: type,
  isBatchable: true,
  required: ['name'],
  fields: [text('name', 'name', NAME), slug(100), flag('isActive', 'is_active')],
  save: async ({ tx }, id, change) => (await saveReference(tx, name, id, change)).id,
  retire: async ({ tx }, id) => {
    await saveReference(tx, name, id, { is_active: false });
  },
});

const brand = simpleKind('brand', 'Brand', 'brand');
const productType = simpleKind('product_type', 'ProductType', 'productType');
const collection = simpleKind('collection', 'Collection', 'collection');

const simpleCategory = simpleKind('category', 'Category', 'category');
const category: Kind = {
  ...simpleCategory,
  fields: [
    ...simpleCategory.fields,
    reference('parent', 'parent_id', 'category'),
    whole('sortOrder', 'sort_order', ORDER),
  ],
};

const writeProduct = async ({ tx }: Saving, id: string | undefined, change: object) =>
  String((await saveProduct(tx, id === undefined ? undefined : Number(id), change)).id);

const product: Kind = {
  name: 'product',
  modelType: 'Product',
  type: 'product',
  prefix: 'product',
  isBatchable: true,
  required: ['name'],
  fields: [
    text('name', 'name', NAME),
    slug(150),
    text('description', 'description', { max: 10_000 }),
    reference('category', 'category_id', 'category'),
    reference('brand', 'brand_id', 'brand'),
    reference('productType', 'product_type_id', 'product_type'),
    references('collections', 'collection_ids', 'collection'),
    image('image', 'image_url'),
    flag('isActive', 'is_active'),
    flag('isTaxExempt', 'is_tax_exempt'),
    text('taxClass', 'tax_class', { max: 50, min: 1, pattern: /^[a-z0-9][a-z0-9_-]*$/ }),
    flag('isDigital', 'is_digital'),
    whole('minimumAge', 'minimum_age', { min: 1, max: 120, nullable: true }),
  ],
  save: writeProduct,
  retire: async (saving, id) => {
    await writeProduct(saving, id, { is_active: false });
  },
};

const contentColumns = (content: Packed | null) => ({
  content_amount: content === null ? null : String(content.amount),
  content_unit: content === null ? null : (content.unit as (typeof CONTENT_UNITS)[number]),
});

/**
 * The cost price stays out of documents, because all editors can read them. The unit is read once:
 * it is fixed when the variant is stocked or sold.
 */
const variant: Kind = {
  name: 'variant',
  modelType: 'ProductVariant',
  type: 'productVariant',
  prefix: 'productVariant',
  isBatchable: true,
  required: ['sku', 'price', 'product_id'],
  fields: [
    text('sku', 'sku', { max: 100, min: 1, pattern: SKU }),
    text('name', 'name', { max: 255 }),
    text('barcode', 'barcode', { max: 50, nullable: true, pattern: /^\S+$/ }),
    onCreate(oneOf('unit', 'unit', UNITS)),
    packed('content', 'content', CONTENT_UNITS),
    money('price', 'price'),
    attributes('attributes', 'attributes'),
    onCreate(reference('product', 'product_id', 'product')),
    flag('isActive', 'is_active'),
    whole('sortOrder', 'sort_order', ORDER),
  ],
  save: async ({ tx }, id, change) => {
    const { product_id: productId, content, ...rest } = change;
    const columns = {
      ...rest,
      ...(productId !== undefined && { product_id: Number(productId) }),
      ...(content !== undefined && contentColumns(content as Packed | null)),
    };
    return (await saveVariant(tx, id, columns)).id;
  },
  retire: async ({ tx }, id) => {
    await saveVariant(tx, id, { is_active: false });
  },
};

type NewLevelColumns = {
  store_id: string;
  variant_id: string;
  reorder_point?: number;
  is_active?: boolean;
  sanity_id?: string;
};

/** The reorder point of measured goods is stored in thousandths of the unit. */
async function inSteps(
  tx: Tx,
  id: string,
  change: Partial<NewLevelColumns>,
): Promise<Partial<NewLevelColumns>> {
  if (change.reorder_point === undefined) return change;
  const unit = (await levelById(tx, id))?.unit ?? 'piece';
  return { ...change, reorder_point: change.reorder_point * stepsPerUnit(unit) };
}

/** Quantities follow from stock movements; editors change only the reorder point and `isActive`. */
const level: Kind = {
  name: 'level',
  modelType: 'InventoryLevel',
  type: 'inventoryLevel',
  prefix: 'inventoryLevel',
  required: ['store_id', 'variant_id'],
  fields: [
    onCreate(reference('store', 'store_id', 'store')),
    onCreate(reference('variant', 'variant_id', 'variant')),
    outbound('sku', 'sku'),
    outbound('onHand', 'on_hand'),
    outbound('reserved', 'reserved'),
    outbound('available', 'available'),
    whole('reorderPoint', 'reorder_point', { min: 0, max: 1_000_000 }),
    flag('isActive', 'is_active'),
  ],
  save: async ({ tx }, id, change) => {
    if (id !== undefined) return (await changeLevel(tx, id, await inSteps(tx, id, change))).id;
    const columns = change as NewLevelColumns;
    const [variant] = await variantsByIds(tx, [columns.variant_id]);
    const opened = await openLevel(tx, {
      storeId: columns.store_id,
      variantId: columns.variant_id,
      reorderPoint:
        columns.reorder_point && columns.reorder_point * stepsPerUnit(variant?.unit ?? 'piece'),
      isActive: columns.is_active,
      sanityId: columns.sanity_id,
      actorId: null,
    });
    return opened.id;
  },
  retire: async ({ tx }, id) => {
    await changeLevel(tx, id, { is_active: false });
  },
};

export const catalogKinds: readonly Kind[] = [
  productType,
  brand,
  category,
  collection,
  product,
  variant,
  level,
];
