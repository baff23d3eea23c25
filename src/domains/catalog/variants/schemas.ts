import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  TwoDecimals,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { UNITS } from '../../../platform/quantity.js';
import { CostOf } from '../../access/index.js';
import { GoodsFields } from '../describe-goods.js';
import { ContentId, SortOrder, Stamps } from '../fields.js';

const UUID_SHAPE = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';

export const Cost = CostOf(Money, 'What the shop pays; null for people without access to costs');

/** Never looks like a UUID, because routes accept either. */
const Sku = Type.String({
  pattern: `^(?!${UUID_SHAPE})[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$`,
  examples: ['MUG-WHITE'],
});
const Barcode = Type.String({ maxLength: 50, pattern: '^\\S+$', examples: ['4006381333931'] });
const Attributes = Type.Record(Type.String(), Text(200), { maxProperties: 30 });
export const CONTENT_UNITS = ['g', 'kg', 'ml', 'l', 'm'] as const;
const ContentAmount = Type.String({
  pattern: '^(?=.*[1-9])\\d{1,9}(\\.\\d{1,3})?$',
  description: 'What one piece contains, with `content_unit`: 330 ml, 0.5 kg',
  examples: ['330'],
});
const ProductId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const fields = {
  sku: Sku,
  name: Type.Optional(Text(255)),
  barcode: Type.Optional(Nullable(Barcode)),
  price: TwoDecimals,
  cost: Type.Optional(Nullable(MoneyInput)),
  cost_currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'Currency of `cost`. Default: the one that all stores share, else USD',
    }),
  ),
  content_amount: Type.Optional(Nullable(ContentAmount)),
  content_unit: Type.Optional(Nullable(OneOf(CONTENT_UNITS))),
  unit: Type.Optional(
    OneOf(UNITS, {
      description:
        'What the price is for. Fixed once the variant is stocked or sold. Default: piece',
    }),
  ),
  weight_grams: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Weight of one packed piece' }),
    ),
  ),
  attributes: Type.Optional(Attributes),
  is_active: Type.Optional(Type.Boolean()),
  sort_order: Type.Optional(SortOrder),
  sanity_id: ContentId,
};

/** A variant nested in a product body. */
export const VariantInput = Body(fields);
export const VariantBody = Body({ product_id: ProductId, ...fields });
export type VariantFields = Static<typeof VariantBody>;

const shown = {
  id: Uuid,
  product_id: Type.Integer(),
  sku: Type.String(),
  name: Type.String(),
  description: GoodsFields.description,
  barcode: Nullable(Type.String()),
  price: Money,
  cost: Cost,
  cost_currency: Type.String(),
  content_amount: Nullable(Type.String({ description: 'What one piece contains' })),
  content_unit: Nullable(Type.String()),
  unit: OneOf(UNITS),
  weight_grams: Nullable(Type.Integer()),
  attributes: Type.Record(Type.String(), Type.String()),
  is_active: Type.Boolean(),
  sort_order: Type.Integer(),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
};

/** A variant nested in a product response. */
export const ProductVariant = Answer(shown);
export const VariantAnswer = Answer({ ...shown, product_name: Type.String() });

export const VariantParams = Params({
  variant: Type.String({ minLength: 1, maxLength: 100, description: 'UUID or SKU' }),
});
export const VariantQuery = Query({
  ...PageQuery,
  product: Type.Optional(
    Type.String({ maxLength: 150, description: 'Number or slug of the product' }),
  ),
  sku: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Words of the name, SKU or barcode' }),
  ),
});
