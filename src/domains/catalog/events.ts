import { Nullable, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { ReferenceKind } from './references/kinds.js';

type Row = { id: string; sanity_id?: string | null };

const RecordData = Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) });
const ProductData = Type.Object({ id: Type.Integer(), sanity_id: Nullable(Type.String()) });

const about = ({ id, sanity_id = null }: Row) => ({
  storeId: null,
  subjectId: id,
  data: { id, sanity_id },
});

const aboutProduct = ({ id, sanity_id }: { id: number; sanity_id: string | null }) => ({
  storeId: null,
  subjectId: String(id),
  data: { id, sanity_id },
});

export const barcodePatternsChanged = defineEvent(
  'barcode_pattern.changed',
  {
    summary: 'How a store reads the labels of its scales changed. Tills load the patterns again.',
    data: Type.Object({ store_id: Uuid }),
    live: true,
  },
  (storeId: string) => ({ storeId, subjectId: storeId, data: { store_id: storeId } }),
);

export const productSaved = defineEvent(
  'product.saved',
  { summary: 'A product was created or changed.', data: ProductData, webhook: true },
  aboutProduct,
);
export const productDeleted = defineEvent(
  'product.deleted',
  { summary: 'A product was deleted.', data: ProductData, webhook: true },
  aboutProduct,
);

export const variantSaved = defineEvent(
  'product_variant.saved',
  { summary: 'A product variant was created or changed.', data: RecordData, webhook: true },
  about,
);
export const variantDeleted = defineEvent(
  'product_variant.deleted',
  { summary: 'A product variant was deleted.', data: RecordData, webhook: true },
  about,
);

export const categorySaved = defineEvent(
  'category.saved',
  { summary: 'A category was created or changed.', data: RecordData, webhook: true },
  about,
);
export const categoryDeleted = defineEvent(
  'category.deleted',
  { summary: 'A category was deleted.', data: RecordData, webhook: true },
  about,
);

export const brandSaved = defineEvent(
  'brand.saved',
  { summary: 'A brand was created or changed.', data: RecordData, webhook: true },
  about,
);
export const brandDeleted = defineEvent(
  'brand.deleted',
  { summary: 'A brand was deleted.', data: RecordData, webhook: true },
  about,
);

export const productTypeSaved = defineEvent(
  'product_type.saved',
  { summary: 'A product type was created or changed.', data: RecordData, webhook: true },
  about,
);
export const productTypeDeleted = defineEvent(
  'product_type.deleted',
  { summary: 'A product type was deleted.', data: RecordData, webhook: true },
  about,
);

export const collectionSaved = defineEvent(
  'collection.saved',
  { summary: 'A collection was created or changed.', data: RecordData, webhook: true },
  about,
);
export const collectionDeleted = defineEvent(
  'collection.deleted',
  { summary: 'A collection was deleted.', data: RecordData, webhook: true },
  about,
);

export const referenceSaved = {
  category: categorySaved,
  brand: brandSaved,
  product_type: productTypeSaved,
  collection: collectionSaved,
} satisfies Record<ReferenceKind, unknown>;

export const referenceDeleted = {
  category: categoryDeleted,
  brand: brandDeleted,
  product_type: productTypeDeleted,
  collection: collectionDeleted,
} satisfies Record<ReferenceKind, unknown>;
