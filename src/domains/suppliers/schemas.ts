import {
  Answer,
  Body,
  Money,
  MoneyInput,
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
import { CostOf } from '../access/index.js';
import { GoodsFields } from '../catalog/index.js';

const Stamps = { created_at: Timestamp, updated_at: Timestamp };
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });
const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] });

export const IdParams = Params({ id: Uuid });

export const SupplierBody = Body({
  name: Name,
  email: Type.Optional(
    Type.Union([Type.String({ format: 'email', maxLength: 255 }), Type.Literal('')]),
  ),
  phone: Type.Optional(Text(50)),
  address: Type.Optional(Text(1_000)),
  customer_number: Type.Optional(
    Type.String({ maxLength: 100, description: 'Our customer number at the supplier' }),
  ),
  lead_days: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 0, maximum: 365, description: 'Days from order to delivery' }),
    ),
  ),
  currency: Type.Optional(Nullable(Currency)),
  payment_terms: Type.Optional(Text(255)),
  is_archived: Type.Optional(Type.Boolean()),
});
export type SupplierInput = Static<typeof SupplierBody>;

export const SupplierQuery = Query({
  q: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name' })),
  is_archived: Type.Optional(Type.Boolean()),
  ...PageQuery,
});

export const SupplierAnswer = Answer({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  customer_number: Type.String(),
  lead_days: Nullable(Type.Integer()),
  currency: Nullable(Type.String()),
  payment_terms: Type.String(),
  is_archived: Type.Boolean(),
  ...Stamps,
});

export const ArticleBody = Body({
  supplier: Uuid,
  variant_id: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  supplier_sku: Type.Optional(Text(100)),
  pack_size: Type.Optional(QuantityInput({ minimum: 1, maximum: 1_000_000 })),
  cost: Type.Optional(Nullable(MoneyInput)),
  cost_currency: Type.Optional(
    Type.Unsafe<string | null>({
      ...Nullable(Type.String({ pattern: '^[A-Z]{3}$' })),
      description:
        'Currency of `cost`. Null: that of the supplier, else the base currency, as for a first cost. ' +
        'Absent in a change: as before, unless `cost` comes with another supplier.',
    }),
  ),
  is_preferred: Type.Optional(Type.Boolean()),
});
export type ArticleInput = Static<typeof ArticleBody>;

export const ArticleQuery = Query({
  supplier: Type.Optional(Uuid),
  variant_id: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  product: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  ...PageQuery,
});

export const ArticleAnswer = Answer({
  id: Uuid,
  supplier: Uuid,
  supplier_name: Type.String(),
  variant_id: Uuid,
  sku: Type.String(),
  ...GoodsFields,
  unit: OneOf(UNITS),
  supplier_sku: Type.String(),
  pack_size: Quantity,
  cost: CostOf(Money, 'What the supplier charges for one unit'),
  cost_currency: Nullable(Type.String()),
  is_preferred: Type.Boolean(),
  ...Stamps,
});
