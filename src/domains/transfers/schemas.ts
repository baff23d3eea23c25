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
  Uuid,
} from '../../platform/http/schemas.js';
import { UNITS } from '../../platform/quantity.js';
import { GoodsFields } from '../catalog/index.js';
import { DIFFERENCE_REASONS, TRANSFER_STATUSES } from './rules.js';

const MAX_LINES = 250;
const MAX_QUANTITY = 1_000_000;
/** A store by UUID, code or content id. */
const StoreRef = Text(255, 1);
/** One of the two is required; if both are set, they must match. */
const Goods = { variant_id: Type.Optional(Uuid), sku: Type.Optional(Text(100, 1)) };
const FromZero = QuantityInput({ minimum: 0, maximum: MAX_QUANTITY });

export const TransferParams = Params({
  id: Type.String({ description: 'UUID or number of the transfer', maxLength: 100 }),
});

export const TransferBody = Body({
  from_store: StoreRef,
  to_store: StoreRef,
  notes: Type.Optional(Text(1_000)),
  lines: Type.Array(
    Body({ ...Goods, quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }) }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
});
export type TransferInput = Static<typeof TransferBody>;

const PackFields = Body({
  lines: Type.Optional(
    Type.Array(Body({ ...Goods, quantity: FromZero }), {
      minItems: 1,
      maxItems: MAX_LINES,
      description: 'Every line of the transfer. Default: as requested.',
    }),
  ),
});
export type PackInput = Static<typeof PackFields>;
/** Optional; without a body, everything is packed as requested. */
export const PackBody = Type.Unsafe<PackInput | null>({ ...PackFields, type: ['object', 'null'] });

const ReceiveFields = Body({
  lines: Type.Optional(
    Type.Array(
      Body({
        ...Goods,
        quantity: FromZero,
        reason: Type.Optional(
          OneOf(DIFFERENCE_REASONS, { description: 'Required if the quantity differs.' }),
        ),
        note: Type.Optional(Text(500)),
      }),
      {
        minItems: 1,
        maxItems: MAX_LINES,
        description:
          'Every line of the transfer, and articles that were not packed. Default: as packed.',
      },
    ),
  ),
});
export type ReceiveInput = Static<typeof ReceiveFields>;
/** Optional; without a body, everything arrived as packed. */
export const ReceiveBody = Type.Unsafe<ReceiveInput | null>({
  ...ReceiveFields,
  type: ['object', 'null'],
});

export const CancelBody = Body({
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
});

export const TransferQuery = Query({
  store: Type.Optional(StoreRef),
  direction: Type.Optional(
    OneOf(['in', 'out'], { description: 'Seen from `store`, or from the stores you may see.' }),
  ),
  status: Type.Optional(OneOf(TRANSFER_STATUSES)),
  ...PageQuery,
});

export const TransferAnswer = Answer({
  id: Uuid,
  number: Type.String({ examples: ['TR-2026-000042'] }),
  from_store: Uuid,
  from_store_code: Type.String(),
  from_store_name: Type.String(),
  to_store: Uuid,
  to_store_code: Type.String(),
  to_store_name: Type.String(),
  status: OneOf(TRANSFER_STATUSES),
  notes: Type.String(),
  cancel_reason: Type.String(),
  has_differences: Type.Boolean(),
  lines: Type.Array(
    Answer({
      id: Uuid,
      variant_id: Uuid,
      sku: Type.String(),
      barcode: Nullable(Type.String()),
      ...GoodsFields,
      unit: OneOf(UNITS),
      requested_quantity: Quantity,
      packed_quantity: Nullable(Quantity),
      received_quantity: Nullable(Quantity),
      difference: Nullable(
        Type.Number({ description: 'Received less packed; null until it arrived.' }),
      ),
      difference_reason: Nullable(OneOf(DIFFERENCE_REASONS)),
      difference_note: Type.String(),
    }),
  ),
  requested_by: Nullable(Uuid),
  packed_by: Nullable(Uuid),
  sent_by: Nullable(Uuid),
  received_by: Nullable(Uuid),
  cancelled_by: Nullable(Uuid),
  created_at: Timestamp,
  packed_at: Nullable(Timestamp),
  sent_at: Nullable(Timestamp),
  received_at: Nullable(Timestamp),
  cancelled_at: Nullable(Timestamp),
  updated_at: Timestamp,
});

export const PartnerAnswer = Answer({ id: Uuid, code: Type.String(), name: Type.String() });

export const TransitQuery = Query({ store: Type.Optional(StoreRef), ...PageQuery });
export const TransitAnswer = Answer({
  to_store: Uuid,
  variant_id: Uuid,
  sku: Type.String(),
  ...GoodsFields,
  unit: OneOf(UNITS),
  quantity: Quantity,
});
