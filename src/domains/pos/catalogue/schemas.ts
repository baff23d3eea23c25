import {
  Answer,
  Money,
  Nullable,
  OneOf,
  Query,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { UNITS } from '../../../platform/quantity.js';
import { StorePromotion } from '../../promotions/index.js';

export const CatalogueQuery = Query({
  since: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'The `version` that the till has; without it, the whole catalogue',
    }),
  ),
});

const Moment = Nullable(Type.String());

export const CatalogueAnswer = Answer({
  version: Type.String({ description: 'For the next `since`' }),
  is_full: Type.Boolean({
    description: 'Whether this is the whole catalogue; else the changes since `since`',
  }),
  base_currency: Type.String({ description: 'Currency of the prices of variants' }),
  variants: Type.Array(
    Answer({
      id: Uuid,
      product_id: Type.Integer(),
      sku: Type.String(),
      product: Type.String({ description: 'Name of the product' }),
      name: Type.Optional(Type.String({ description: 'Absent if it is empty' })),
      barcode: Type.Optional(Type.String()),
      unit: Type.Optional(OneOf(UNITS, { description: 'Absent: by the piece' })),
      price: Type.String(),
      category_id: Type.Optional(Uuid),
      collection_ids: Type.Optional(Type.Array(Uuid)),
      is_tax_exempt: Type.Optional(Type.Boolean({ description: 'Absent: false' })),
      tax_class: Type.String(),
      minimum_age: Type.Optional(Type.Integer()),
      sort_order: Type.Optional(Type.Integer({ description: 'Within the product; absent: 0' })),
      picture: Type.Optional(Type.String({ description: 'Path of a small WebP file' })),
      focal_x: Type.Optional(Type.Number({ description: 'Absent: 0.5' })),
      focal_y: Type.Optional(Type.Number({ description: 'Absent: 0.5' })),
      parts: Type.Optional(
        Type.Array(
          Answer({
            variant_id: Uuid,
            name: Type.String({ description: 'Name of the product' }),
            variant_name: Type.String(),
            quantity: Type.Number({ description: 'In one bundle' }),
            unit: Type.Optional(OneOf(UNITS, { description: 'Absent: by the piece' })),
            weight: Type.Integer({ description: 'Share in the price, against the other parts' }),
            is_tax_exempt: Type.Boolean(),
            tax_class: Type.String(),
          }),
          { description: 'Parts of a bundle' },
        ),
      ),
    }),
    { description: 'All variants that are sold, or those that changed' },
  ),
  prices: Type.Array(
    Answer({
      variant_id: Uuid,
      price_list_id: Uuid,
      min_quantity: Type.Number(),
      amount: Money,
      valid_from: Type.Optional(Timestamp),
    }),
    { description: 'Every price of `variants`; they replace those that the till has of them' },
  ),
  price_lists: Type.Array(
    Answer({
      id: Uuid,
      code: Type.String(),
      currency: Type.String(),
      customer_group: Nullable(Type.String()),
      valid_from: Moment,
      valid_to: Moment,
      priority: Type.Integer(),
    }),
    { description: 'All lists of this store, in every answer' },
  ),
  promotions: Type.Array(StorePromotion, {
    description:
      'All promotions of this store without a code, also those that start later, in every answer',
  }),
  tax_rates: Type.Array(
    Answer({
      jurisdiction: Type.String(),
      tax_class: Nullable(
        Type.String({ description: 'Null: for classes without a rate of their own' }),
      ),
      rate: Type.String(),
      valid_from: Moment,
      valid_to: Moment,
    }),
    { description: 'All rates of this store, in every answer' },
  ),
  categories: Type.Array(Answer({ id: Uuid, name: Type.String(), sort_order: Type.Integer() }), {
    description: 'All categories, in every answer',
  }),
  gone: Type.Array(Uuid, { description: 'Variants that are not sold any more' }),
});
