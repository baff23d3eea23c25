import {
  Answer,
  Body,
  Nullable,
  OneOf,
  type Static,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { productFilters, STATUSES } from '../../catalog/index.js';
import { PRICE_CHANGES, PRICE_ENDINGS } from '../../pricing/index.js';

const { q, category, status, brand, tag } = productFilters;

export const BulkFilter = Body({
  ...{ q, category, status, brand, tag },
  supplier: Type.Optional(Uuid),
  sku_prefix: Type.Optional(Text(100)),
});

/** Two decimals, with a sign; an amount of yen or dinars is checked with its currency. */
const Change = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  description: 'Percentage or amount, negative to reduce prices, such as -7.5',
});

export const BulkChangeBody = Body({
  filter: BulkFilter,
  price_list: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'List of `price`; null: own prices',
      }),
    ),
  ),
  price: Type.Optional(
    Body({
      kind: OneOf(PRICE_CHANGES),
      value: Change,
      ending: Type.Optional(
        OneOf(PRICE_ENDINGS, { description: 'The nearest price that ends so', default: 'none' }),
      ),
    }),
  ),
  status: Type.Optional(OneOf(STATUSES)),
  expected: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        '`matched` of the preview; 409 if another number matches now, and the job fails without a ' +
        'change if another one matches when it starts',
    }),
  ),
});
export type BulkChangeInput = Static<typeof BulkChangeBody>;

/** What a bulk change does, as its record shows it. */
export const BulkRequestAnswer = Answer({
  filter: BulkFilter,
  price_list: Nullable(Type.String({ description: 'Code of the list; null: own prices' })),
  price: Nullable(
    Answer({
      kind: OneOf(PRICE_CHANGES),
      value: Type.String(),
      ending: OneOf(PRICE_ENDINGS),
    }),
  ),
  status: Nullable(OneOf(STATUSES)),
});

export const PreviewAnswer = Answer({
  matched: Type.Integer({ description: 'Products, or prices that hold now or later' }),
  examples: Type.Array(
    Answer({
      key: Type.String({ description: 'SKU or slug; list, SKU and quantity of a price' }),
      name: Type.String(),
      currency: Nullable(Type.String()),
      before: Type.String(),
      after: Type.String(),
      error: Nullable(Type.String({ description: 'Why this one is refused' })),
    }),
    { description: 'The first ones that change' },
  ),
});
