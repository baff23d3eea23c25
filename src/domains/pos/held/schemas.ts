import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  Params,
  Quantity,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
  WholePageQuery,
} from '../../../platform/http/schemas.js';
import { UNITS } from '../../../platform/quantity.js';
import { CustomerId, DiscountBody, GOODS, MAX_LINES, PromoCodes } from '../schemas.js';

export const HeldQuery = Query(WholePageQuery);

const Version = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

const HeldLineBody = Body({
  ...GOODS,
  unit_price: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'If it is not that of the store; the value of a gift card',
    }),
  ),
  subtotal: Type.Optional(
    Type.Unsafe<string | number>({ ...MoneyInput, description: 'On the label of weighed goods' }),
  ),
  price_reason: Type.Optional(Text(200, 1)),
});

export const HoldBody = Body({
  id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Puts back the sale that this till resumed' }),
  ),
  version: Type.Optional(Version('With `id`: the version that resuming answered')),
  name: Type.Optional(Text(100)),
  note: Type.Optional(Text(500)),
  line_items: Type.Array(HeldLineBody, { minItems: 1, maxItems: MAX_LINES }),
  customer_id: CustomerId,
  promo_codes: PromoCodes('Kept for the sale; an unknown one is refused'),
  discounts: Type.Optional(Type.Array(DiscountBody, { maxItems: MAX_LINES })),
  approval_request_id: Type.Optional(Text(100, 1)),
});

export const ResumeBody = Body({ version: Version('As the list shows it') });

export const HeldParams = Params({ id: Text(100, 1) });

const DiscountAnswer = Answer({
  line: Type.Optional(Type.Integer()),
  sale: Type.Optional(Type.Boolean()),
  amount: Type.Optional(Money),
  percent: Type.Optional(Money),
  reason: Type.String(),
  approval_request_id: Type.Optional(Type.String()),
});

export const HeldAnswer = Answer({
  id: Uuid,
  version: Type.Integer(),
  status: OneOf(['held', 'resumed'], { description: 'Resumed: a till continues it' }),
  name: Type.String(),
  note: Type.String(),
  terminal_id: Type.String({ description: 'The till that holds it, or that resumed it' }),
  employee: Answer({ id: Uuid, employee_id: Nullable(Type.String()), name: Type.String() }),
  customer_id: Nullable(Uuid),
  currency: Type.String(),
  total_amount: Money,
  line_items: Type.Array(
    Answer({
      product_variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      quantity: Quantity,
      unit: OneOf(UNITS),
      unit_price: Nullable(Money),
      subtotal: Nullable(Money),
      price_reason: Nullable(Type.String()),
    }),
  ),
  promo_codes: Type.Array(Type.String()),
  discounts: Type.Array(DiscountAnswer),
  approval_request_id: Nullable(Type.String()),
  held_at: Timestamp,
});
