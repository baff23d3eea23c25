import {
  Answer,
  Body,
  Moment,
  Money,
  MoneyInput,
  Nullable,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { CostOf } from '../../access/index.js';
import { productFilters } from '../../catalog/index.js';
import { Currency } from '../lists/schemas.js';

const MAX_CHANGES = 2_000;

const VariantRef = Type.String({ minLength: 1, maxLength: 100, description: 'Id or SKU' });
const ListRef = Type.String({ minLength: 1, maxLength: 50, description: 'Id or code' });
const Quantity = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  default: 1,
  description: 'The price applies from this quantity on; more than 0, at most three decimals',
});

export const PriceBody = Body({
  variant: VariantRef,
  price_list: ListRef,
  min_quantity: Type.Optional(Quantity),
  amount: MoneyInput,
  valid_from: Type.Optional(Nullable(Moment)),
});
export type PriceFields = Static<typeof PriceBody>;

export const PriceAnswer = Answer({
  id: Uuid,
  variant: Uuid,
  sku: Type.String(),
  description: Type.String(),
  price_list: Uuid,
  price_list_code: Type.String(),
  currency: Type.String(),
  min_quantity: Type.Number(),
  amount: Money,
  valid_from: Nullable(Timestamp),
  margin: CostOf(Type.String(), 'Share of the price above cost; null if the currencies differ'),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const PriceParams = Params({ id: Uuid });

/** The filters of the list and of the export. */
export const priceFilters = {
  variant: Type.Optional(VariantRef),
  price_list: Type.Optional(ListRef),
  store: Type.Optional(Text(255, 1)),
  ...{ category: productFilters.category, brand: productFilters.brand },
};
const PriceFilters = Query(priceFilters);
export type PriceFilters = Static<typeof PriceFilters>;
export const PriceQuery = Query({ ...priceFilters, ...PageQuery });

export const BulkBody = Body({
  changes: Type.Array(
    Body({
      variant: VariantRef,
      price_list: Type.Optional(
        Nullable(Type.String({ minLength: 1, maxLength: 50, description: 'Null: own price' })),
      ),
      min_quantity: Type.Optional(Quantity),
      valid_from: Type.Optional(Nullable(Moment)),
      amount: Type.Unsafe<string | number | null>({
        type: ['string', 'number', 'null'],
        description: 'Null removes the price',
      }),
      if_amount: Type.Optional(
        Nullable(Type.String({ maxLength: 20 }), {
          description:
            'The amount as it was read, null if there was none. 412 with the rows as they are now, ' +
            'unless the price is the wanted one already',
        }),
      ),
    }),
    { minItems: 1, maxItems: MAX_CHANGES },
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false })),
});
export type BulkChange = Static<typeof BulkBody>['changes'][number];

export const BulkAnswer = Answer({
  dry_run: Type.Boolean(),
  changed: Type.Integer({ description: 'Rows that differ from before' }),
  errors: Type.Integer({ description: 'Rows that cannot be applied' }),
  changes: Type.Array(
    Answer({
      variant: Type.String(),
      sku: Nullable(Type.String()),
      price_list: Nullable(Type.String()),
      currency: Nullable(Type.String()),
      min_quantity: Nullable(Type.Number()),
      valid_from: Nullable(Timestamp),
      before: Nullable(Money),
      after: Nullable(Money),
      error: Nullable(Answer({ field: Type.String(), message: Type.String() })),
    }),
  ),
});

export const GapQuery = Query({
  store: Type.Optional(Text(255, 1)),
  currency: Type.Optional(Currency),
  ...PageQuery,
});
export const GapAnswer = Answer({
  variant: Uuid,
  sku: Type.String(),
  description: Type.String(),
  store_id: Uuid,
  store_code: Type.String(),
  currency: Type.String(),
  base_price: Money,
});
