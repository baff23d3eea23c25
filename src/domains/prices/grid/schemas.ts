import { changedAnswers } from '../../../platform/http/records/install-etags.js';
import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  type Static,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { Cost, ORDERINGS, productFilters, STATUSES } from '../../catalog/index.js';

const MAX_CHANGES = 500;

const ListRef = Type.String({ minLength: 1, maxLength: 50, description: 'Id or code' });

export const GridQuery = Query({
  ...PageQuery,
  ...productFilters,
  ordering: Type.Optional(OneOf(ORDERINGS)),
  price_list: Type.Optional(ListRef),
  supplier: Type.Optional(Uuid),
});

const cells = {
  product_name: Type.String(),
  status: OneOf(STATUSES),
  tags: Type.Array(Type.String()),
  name: Type.String({ description: 'Name of the variant' }),
  sku: Type.String(),
  barcode: Nullable(Type.String()),
  price: Nullable(
    Type.Unsafe<string>({
      ...Money,
      description: 'Own price, or the one that holds now in the list; null if the list has none',
    }),
  ),
  cost: Cost,
  weight_grams: Nullable(Type.Integer()),
  is_active: Type.Boolean({ description: 'Whether the variant is on sale' }),
};

export const GridRowAnswer = Answer({
  variant: Uuid,
  product: Type.Integer(),
  ...cells,
  currency: Type.String({ description: 'Currency of `price`' }),
  cost_currency: Type.String(),
  etag: Type.String({ description: 'For `if_match` of a change' }),
});

const AmountInput = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] });

/** The records' own schemas check the values, so that each cell has its error. */
const Cells = Body({
  product_name: Type.Optional(Text(1_000)),
  status: Type.Optional(Text(50)),
  tags: Type.Optional(Type.Array(Text(1_000), { maxItems: 100 })),
  name: Type.Optional(Text(1_000)),
  sku: Type.Optional(Text(1_000)),
  barcode: Type.Optional(Nullable(Text(1_000))),
  price: Type.Optional(AmountInput),
  cost: Type.Optional(AmountInput),
  weight_grams: Type.Optional(Nullable(Type.Number())),
  is_active: Type.Optional(Type.Boolean()),
});
export type CellChange = Static<typeof Cells>;

export const GridBody = Body({
  price_list: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 50, description: 'List of `price`; null: own price' }),
    ),
  ),
  changes: Type.Array(
    Body({
      variant: Uuid,
      if_match: Type.Optional(
        Type.String({ maxLength: 100, description: 'The `etag` of the row as it was read' }),
      ),
      set: Cells,
    }),
    { minItems: 1, maxItems: MAX_CHANGES },
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false })),
});
export type GridChange = Static<typeof GridBody>['changes'][number];

const CellValues = Type.Partial(Answer(cells));

export const GridChangesAnswer = Answer({
  dry_run: Type.Boolean(),
  changed: Type.Integer({ description: 'Rows that differ from before' }),
  errors: Type.Integer({ description: 'Rows that cannot be applied' }),
  changes: Type.Array(
    Answer({
      variant: Uuid,
      sku: Nullable(Type.String()),
      etag: Nullable(
        Type.String({ description: 'Of the row before the change; null if there is no such row' }),
      ),
      before: CellValues,
      after: CellValues,
      errors: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Messages by cell; `row` where the row has changed or is gone',
      }),
      is_changed_since: Type.Boolean({ description: 'Somebody changed the row since it was read' }),
    }),
  ),
});

export const gridChanged = changedAnswers.office;
