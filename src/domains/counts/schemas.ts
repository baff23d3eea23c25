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
import { COUNT_SCOPES, COUNT_STATUSES, LINE_FILTERS } from './rules.js';

/** A store by UUID, code or content id. */
const StoreRef = Text(255, 1);

export const CountParams = Params({
  id: Type.String({ description: 'UUID or number of the count', maxLength: 100 }),
});

export const CountBody = Body({
  store: StoreRef,
  category: Type.Optional(
    Type.String({ format: 'uuid', description: 'Counts this category and those below it' }),
  ),
  zone: Type.Optional(
    Type.String({ format: 'uuid', description: 'Counts the variants with a par level there' }),
  ),
  is_blind: Type.Optional(
    Type.Boolean({ default: true, description: 'Hides expected quantities while counting' }),
  ),
  notes: Type.Optional(Text(1_000)),
});
export type CountInput = Static<typeof CountBody>;

export const CountQuery = Query({
  store: Type.Optional(StoreRef),
  status: Type.Optional(OneOf(COUNT_STATUSES)),
  ...PageQuery,
});

export const EntryBody = Body({
  variant_id: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'A scanned barcode, or a SKU' }),
  ),
  quantity: QuantityInput({ minimum: 0, maximum: 1_000_000 }),
  mode: Type.Optional(
    OneOf(['add', 'set'], {
      default: 'set',
      description: '`add` adds to the earlier entry of the same person.',
    }),
  ),
});
export type EntryInput = Static<typeof EntryBody>;

const RecountFields = Body({
  variant_ids: Type.Optional(
    Type.Array(Uuid, {
      minItems: 1,
      maxItems: 1_000,
      description: 'Default: every line with a difference.',
    }),
  ),
});
export type RecountInput = Static<typeof RecountFields>;
/** Optional; without a body, every line with a difference is counted again. */
export const RecountBody = Type.Unsafe<RecountInput | null>({
  ...RecountFields,
  type: ['object', 'null'],
});

export const ReasonBody = Body({
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
});

export const LineQuery = Query({
  show: Type.Optional(OneOf(LINE_FILTERS)),
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Part of name or SKU, or barcode' })),
  ...PageQuery,
});

export const CountAnswer = Answer({
  id: Uuid,
  number: Type.String({ examples: ['SC-2026-000042'] }),
  store: Uuid,
  store_code: Type.String(),
  store_name: Type.String(),
  scope: OneOf(COUNT_SCOPES),
  scope_name: Type.String(),
  is_blind: Type.Boolean(),
  status: OneOf(COUNT_STATUSES),
  round: Type.Integer(),
  notes: Type.String(),
  reason: Type.String(),
  line_count: Type.Integer(),
  counted_lines: Type.Integer(),
  different_lines: Nullable(
    Type.Integer({ description: 'Null while expected quantities are hidden.' }),
  ),
  moved_lines: Nullable(
    Type.Integer({ description: 'Lines to recount: their stock moved while they were counted.' }),
  ),
  created_by: Nullable(Uuid),
  submitted_by: Nullable(Uuid),
  approved_by: Nullable(Uuid),
  cancelled_by: Nullable(Uuid),
  created_at: Timestamp,
  submitted_at: Nullable(Timestamp),
  approved_at: Nullable(Timestamp),
  cancelled_at: Nullable(Timestamp),
  updated_at: Timestamp,
});

export const LineAnswer = Answer({
  id: Uuid,
  variant_id: Uuid,
  sku: Type.String(),
  barcode: Nullable(Type.String()),
  ...GoodsFields,
  unit: OneOf(UNITS),
  round: Type.Integer(),
  counted: Nullable(Quantity),
  counters: Type.Integer({ description: 'People with an entry in this round.' }),
  counted_at: Nullable(Timestamp),
  expected: Nullable(
    Type.Number({ description: 'Stock on hand when it was counted; null while hidden.' }),
  ),
  difference: Nullable(Type.Number({ description: 'Counted less expected; null while hidden.' })),
  moved_while_counting: Type.Boolean(),
  posted: Nullable(Type.Number({ description: 'What the approval added to stock.' })),
});
