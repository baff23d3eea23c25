import {
  Answer,
  Body,
  Moment,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { ContentId, ImageUrl, Slug, Stamps } from '../fields.js';
import { ProductPicture } from '../pictures/schemas.js';
import { ORDERINGS, STATUSES } from '../rules.js';
import { ProductVariant, VariantInput } from '../variants/schemas.js';

const Tags = Type.Array(Text(50, 1), { maxItems: 50, uniqueItems: true });
const Options = Type.Array(
  Body({
    name: Text(50, 1),
    values: Type.Array(Text(100, 1), { minItems: 1, maxItems: 100, uniqueItems: true }),
  }),
  {
    maxItems: 3,
    description:
      'What the variants differ in, such as Size: S, M. `attributes` of a variant has its values',
  },
);
const Status = OneOf(STATUSES, {
  description: 'Only active products are sold. `is_active` is true for these',
});
const PublishAt = Nullable(
  Type.Unsafe<string>({ ...Moment, description: 'When the product becomes active; then null' }),
);
const ArchiveAt = Nullable(
  Type.Unsafe<string>({
    ...Moment,
    description: 'When the product is archived, after `publish_at`; then null',
  }),
);
const MinimumAge = Type.Integer({ minimum: 1, maximum: 120 });

const fields = {
  name: Text(255, 1),
  slug: Type.Optional(Slug(150)),
  description: Type.Optional(Text(10_000)),
  category_id: Type.Optional(Nullable(Uuid)),
  brand_id: Type.Optional(Nullable(Uuid)),
  product_type_id: Type.Optional(Nullable(Uuid)),
  collection_ids: Type.Optional(Type.Array(Uuid, { maxItems: 100, uniqueItems: true })),
  image_url: Type.Optional(ImageUrl),
  is_active: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status),
  publish_at: Type.Optional(PublishAt),
  archive_at: Type.Optional(ArchiveAt),
  tags: Type.Optional(Tags),
  options: Type.Optional(Options),
  is_tax_exempt: Type.Optional(Type.Boolean()),
  tax_class: Type.Optional(
    Type.String({ maxLength: 50, description: 'Code of a tax class; is_tax_exempt wins over it' }),
  ),
  is_digital: Type.Optional(Type.Boolean()),
  minimum_age: Type.Optional(Nullable(MinimumAge)),
  requires_kyc: Type.Optional(
    Type.Boolean({ description: 'Only customers with a verified identity may buy it.' }),
  ),
  sanity_id: ContentId,
};

/** Only a new product accepts variants; later each variant has its own route. */
export const NewProductBody = Body({
  ...fields,
  variants: Type.Optional(Type.Array(VariantInput, { maxItems: 200 })),
});
export const ProductBody = Body(fields);
export type ProductChange = Partial<Static<typeof NewProductBody>>;

const shown = {
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category_id: Nullable(Uuid),
  brand_id: Nullable(Uuid),
  product_type_id: Nullable(Uuid),
  collection_ids: Type.Array(Uuid),
  image_url: Type.String(),
  is_active: Type.Boolean(),
  status: Status,
  publish_at: Nullable(Timestamp),
  archive_at: Nullable(Timestamp),
  tags: Type.Array(Type.String()),
  options: Type.Array(Answer({ name: Type.String(), values: Type.Array(Type.String()) })),
  is_tax_exempt: Type.Boolean(),
  tax_class: Type.String(),
  is_digital: Type.Boolean(),
  minimum_age: Nullable(Type.Integer()),
  requires_kyc: Type.Boolean(),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
  pictures: Type.Array(ProductPicture),
  variants: Type.Array(ProductVariant),
};

export const ProductAnswer = Answer(shown);
/** `variant` is the one that matches the scanned code. */
export const ScannedProduct = Answer({
  ...shown,
  variant: ProductVariant,
  quantity: Type.Optional(
    Type.Number({ description: "Quantity on a scale's label, in the unit of the variant" }),
  ),
  unit_price: Type.Optional(
    Type.Unsafe<string>({
      ...Money,
      description: 'For a label of a scale: what the unit costs in the store, at this quantity',
    }),
  ),
  printed_price: Type.Optional(
    Type.Unsafe<string>({ ...Money, description: 'What the line costs, if a label prints it' }),
  ),
});

export const ProductParams = Params({
  product: Type.String({ minLength: 1, maxLength: 150, description: 'Number or slug' }),
});
export const CodeParams = Params({ code: Type.String({ minLength: 1, maxLength: 100 }) });
export const CodeQuery = Query({
  store: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Whose scales printed the label: UUID or code. Default: the till's store",
    }),
  ),
});
/** The filters of the list and of the export. */
export const productFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Words of the name, the start of a SKU, or a barcode',
    }),
  ),
  category: Type.Optional(
    Type.String({ maxLength: 100, description: 'Slug or id; includes subcategories' }),
  ),
  is_active: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status),
  brand: Type.Optional(Type.String({ maxLength: 100, description: 'Slug or id' })),
  tag: Type.Optional(Text(50, 1)),
};
export const ProductQuery = Query({
  ...PageQuery,
  ...productFilters,
  ordering: Type.Optional(OneOf(ORDERINGS)),
});
