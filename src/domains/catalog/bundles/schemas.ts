import {
  Answer,
  Body,
  Money,
  OneOf,
  type Static,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { UNITS } from '../../../platform/quantity.js';

const MOST_PARTS = 20;
/** Pieces or units of one part in one bundle. */
export const MOST_OF_PART = 99;

export const BundleBody = Body({
  parts: Type.Array(
    Body({
      variant: Type.String({ minLength: 1, maxLength: 100, description: 'UUID or SKU' }),
      quantity: Type.Union([Type.Number(), Type.String({ maxLength: 12 })], {
        description: `Pieces, or units of goods sold by measure; at most ${MOST_OF_PART}`,
      }),
    }),
    { maxItems: MOST_PARTS, description: 'Without parts the article is no bundle any more.' },
  ),
  if_match: Type.Optional(
    Type.String({ maxLength: 100, description: 'The `etag` of the parts as they were read' }),
  ),
});
export type BundleRequest = Static<typeof BundleBody>;

export const BundleAnswer = Answer({
  variant_id: Uuid,
  sku: Type.String(),
  price: Money,
  currency: Type.String({ description: 'Currency of all prices here: the base currency' }),
  parts: Type.Array(
    Answer({
      variant_id: Uuid,
      sku: Type.String(),
      description: Type.String(),
      quantity: Type.Number(),
      unit: OneOf(UNITS),
      price: Money,
      is_active: Type.Boolean({ description: 'False: the bundle cannot be sold.' }),
    }),
  ),
  parts_price: Money,
  saving: Money,
  etag: Type.String({ description: 'Of the parts, for `if_match` of a change' }),
});
