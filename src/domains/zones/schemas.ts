import {
  Answer,
  Body,
  CalendarDate,
  Money,
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
import { CostOf } from '../access/index.js';
import { GoodsFields } from '../catalog/index.js';
import { ZONE_KINDS } from './rules.js';

const StoreRef = Text(255, 1);
const ContentId = Type.Optional(Nullable(Text(255, 1)));
const Units = QuantityInput({ minimum: 0, maximum: 1_000_000 });
const Stamps = { created_at: Timestamp, updated_at: Timestamp };

export const IdParams = Params({ id: Uuid });

export const ZoneBody = Body({
  store: StoreRef,
  code: Text(50, 1),
  name: Text(255, 1),
  kind: Type.Optional(OneOf(ZONE_KINDS)),
  sort_order: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  is_active: Type.Optional(Type.Boolean()),
  sanity_id: ContentId,
});
export type ZoneInput = Static<typeof ZoneBody>;

export const ZoneQuery = Query({
  store: Type.Optional(StoreRef),
  kind: Type.Optional(OneOf(ZONE_KINDS)),
  is_active: Type.Optional(Type.Boolean()),
  ...PageQuery,
});

export const ZoneAnswer = Answer({
  id: Uuid,
  store: Uuid,
  store_code: Type.String(),
  code: Type.String(),
  name: Type.String(),
  kind: OneOf(ZONE_KINDS),
  sort_order: Type.Integer(),
  is_active: Type.Boolean(),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

export const ParLevelBody = Body({
  zone: Uuid,
  variant_id: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  par_quantity: Units,
  minimum_quantity: Type.Optional(Units),
  is_active: Type.Optional(Type.Boolean()),
  sanity_id: ContentId,
});
export type ParLevelInput = Static<typeof ParLevelBody>;

export const ParLevelQuery = Query({
  store: Type.Optional(StoreRef),
  zone: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  below_minimum: Type.Optional(Type.Boolean()),
  ...PageQuery,
});

export const ParLevelAnswer = Answer({
  id: Uuid,
  zone: Uuid,
  zone_code: Type.String(),
  zone_name: Type.String(),
  store: Uuid,
  variant_id: Uuid,
  sku: Type.String(),
  name: Type.String(),
  ...GoodsFields,
  unit: OneOf(UNITS),
  par_quantity: Quantity,
  minimum_quantity: Quantity,
  on_hand: Type.Number({ ...UNTAGGED, description: 'Stock of the whole store.' }),
  covered_quantity: Type.Number({
    ...UNTAGGED,
    description: 'The part of on_hand allocated to this zone.',
  }),
  shortfall: Type.Number({
    ...UNTAGGED,
    description: 'par_quantity minus covered_quantity; 0 if inactive.',
  }),
  is_below_minimum: Type.Boolean({ ...UNTAGGED }),
  is_active: Type.Boolean(),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

export const OrderBody = Body({
  store: StoreRef,
  supplier: Type.Optional(
    Type.String({ format: 'uuid', description: 'Orders only what this supplier is preferred for' }),
  ),
  vendor_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Required without a supplier' }),
  ),
  expected_date: Type.Optional(Nullable(CalendarDate)),
  below_minimum: Type.Optional(
    Type.Boolean({ description: 'Only goods below their minimum or at their reorder point.' }),
  ),
});
export type ShortfallOrder = Static<typeof OrderBody>;

export const ProposalQuery = Query({
  store: StoreRef,
  below_minimum: Type.Optional(Type.Boolean()),
});

export const ProposalAnswer = Answer({
  supplier: Nullable(Uuid),
  supplier_name: Type.String({ description: 'Empty for goods without a preferred supplier' }),
  lead_days: Nullable(Type.Integer()),
  currency: Type.String(),
  total_cost: CostOf(Money),
  lines: Type.Array(
    Answer({
      variant_id: Uuid,
      sku: Type.String(),
      source: OneOf(['par_level', 'reorder_point'], {
        description: 'A reorder point counts for goods without a par level in use.',
      }),
      ...GoodsFields,
      unit: OneOf(UNITS),
      supplier_sku: Type.String(),
      pack_size: Quantity,
      quantity: Type.Number({ description: 'What is missing and not on its way, in whole packs.' }),
      unit_cost: CostOf(Money),
    }),
  ),
});
