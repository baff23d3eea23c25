import {
  Answer,
  Body,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Quantity,
  QuantityInput,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../platform/http/schemas.js';
import { UNITS } from '../../platform/quantity.js';
import { GoodsFields } from '../catalog/index.js';
import { MOVEMENT_KINDS } from './rules.js';

const MAX_UNITS = 1_000_000;
const MAX_LINES = 250;

/** Thousandths of the largest quantity fit the integer column. */
const Units = QuantityInput({ minimum: 0, maximum: MAX_UNITS });
const MovedUnits = QuantityInput({ minimum: 1, maximum: MAX_UNITS });
const StoreRef = Type.String({ minLength: 1, maxLength: 255, description: 'UUID or code' });
const Reason = Text(255, 1);

/** One of the two is required; if both are set, they must match. */
const Variant = { variant_id: Type.Optional(Uuid), sku: Type.Optional(Text(100, 1)) };

export const LevelParams = Params({ id: Uuid });

/** The filters of the list and of the export. */
export const levelFilters = {
  store: Type.Optional(StoreRef),
  variant: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Words of the name, SKU or barcode' }),
  ),
  low_stock: Type.Optional(Type.Boolean({ description: 'Levels with this `is_low`' })),
  is_active: Type.Optional(Type.Boolean()),
};
const LevelFilters = Query(levelFilters);
export type LevelFilters = Static<typeof LevelFilters>;
export const LevelQuery = Query({ ...PageQuery, ...levelFilters });

export const MovementQuery = Query(PageQuery);

export const OpenBody = Body({
  store: StoreRef,
  ...Variant,
  on_hand: Type.Optional(Units),
  reorder_point: Type.Optional(Units),
  is_active: Type.Optional(Type.Boolean()),
  sanity_id: Type.Optional(Nullable(Text(255, 1))),
});

export const SettingsBody = Body({
  reorder_point: Units,
  is_active: Type.Optional(Type.Boolean()),
});

export const AdjustBody = Body({
  store: StoreRef,
  ...Variant,
  quantity: Type.Unsafe<number | string>({
    ...QuantityInput({ minimum: -MAX_UNITS, maximum: MAX_UNITS }),
    description:
      'Added to on_hand; negative removes stock. Whole for pieces, else at most three decimals.',
  }),
  reason: Reason,
});

export const TransferBody = Body({
  from_store: StoreRef,
  to_store: StoreRef,
  lines: Type.Array(Body({ ...Variant, quantity: MovedUnits }), {
    minItems: 1,
    maxItems: MAX_LINES,
  }),
  reason: Type.Optional(Text(255)),
});

export const CountBody = Body({
  store: StoreRef,
  counts: Type.Array(Body({ ...Variant, counted: Units }), { minItems: 1, maxItems: MAX_LINES }),
  reason: Type.Optional(Text(255)),
});

export const LevelAnswer = Answer({
  id: Uuid,
  store: Uuid,
  variant_id: Uuid,
  sku: Type.String(),
  name: Type.String(),
  ...GoodsFields,
  unit: OneOf(UNITS),
  on_hand: Type.Number({ ...Quantity, ...UNTAGGED }),
  stock_on_hand: Type.Number({ ...UNTAGGED, description: 'The same as on_hand.' }),
  reserved: Type.Number({ ...Quantity, ...UNTAGGED }),
  available: Type.Number({ ...UNTAGGED, description: 'On hand and not reserved.' }),
  reorder_point: Quantity,
  is_active: Type.Boolean(),
  is_low: Type.Boolean({
    ...UNTAGGED,
    description: 'Whether the level is active and at or below its reorder point, unless that is 0.',
  }),
  sanity_id: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Type.String({ ...Timestamp, ...UNTAGGED }),
});

export const MovementAnswer = Answer({
  id: Uuid,
  kind: OneOf(MOVEMENT_KINDS),
  quantity: Quantity,
  on_hand: Type.Number({ description: 'Balance after the movement.' }),
  reason: Type.String(),
  reference: Nullable(Type.String()),
  actor_id: Nullable(Uuid),
  occurred_at: Timestamp,
});

export const TransferAnswer = Answer({
  transfer_id: Uuid,
  from_store: Uuid,
  to_store: Uuid,
  lines: Type.Array(
    Answer({
      variant_id: Uuid,
      sku: Type.String(),
      quantity: Quantity,
      from_on_hand: Quantity,
      to_on_hand: Quantity,
    }),
  ),
});

export const CountAnswer = Answer({
  count_id: Uuid,
  store: Uuid,
  lines: Type.Array(
    Answer({
      variant_id: Uuid,
      sku: Type.String(),
      expected: Quantity,
      counted: Quantity,
      difference: Quantity,
    }),
  ),
});
