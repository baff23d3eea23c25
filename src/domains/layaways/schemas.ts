import {
  Answer,
  Body,
  CalendarDate,
  Moment,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { RefundRecord } from '../payments/index.js';
import { GOODS, LineOfSale, PaymentBody, PromoCodes, SaleLabels } from '../pos/index.js';
import { LAYAWAY_STATUSES } from './rules.js';

const MAX_LINES = 250;

export const LayawayBody = Body({
  line_items: Type.Array(Body(GOODS), { minItems: 1, maxItems: MAX_LINES }),
  customer_id: Type.String({ format: 'uuid', description: 'Whose goods are kept' }),
  deposit: Body(PaymentBody.properties, { description: 'The first payment, below the total' }),
  expires_at: Type.Optional(
    Type.Unsafe<string>({ ...Moment, description: 'Default: after `layaway_days` of the store' }),
  ),
  promo_codes: PromoCodes('Promotions without a code apply in any case'),
  ...SaleLabels,
});

export const ExtendBody = Body({
  expires_at: Type.Unsafe<string>({ ...Moment, description: 'At most 366 days from now' }),
});

export const LayawayParams = Params({ id: Text(300, 1) });

export const CancelBody = Body({
  reason: Type.Optional(Text(500, 1)),
  waive_fee: Type.Optional(Type.Boolean({ description: 'True, by a manager: no fee is kept' })),
  approval_request_id: Type.Optional(Text(100, 1)),
  shift_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'For the back office: the open shift whose drawer pays cash',
    }),
  ),
});

export const ListQuery = Query({
  ...PageQuery,
  status: Type.Optional(OneOf(LAYAWAY_STATUSES)),
  customer: Type.Optional(Type.String({ format: 'uuid' })),
  store: Type.Optional(Text(255, 1)),
});

export const LiabilityQuery = Query({ date: Type.Optional(CalendarDate) });

const FIELDS = {
  id: Uuid,
  transaction_id: Type.String({ description: 'The number of its sale' }),
  status: OneOf(LAYAWAY_STATUSES, {
    description: 'Expired: the goods are on sale again, a manager decides about the money',
  }),
  store: Uuid,
  customer_id: Nullable(Uuid),
  customer_name: Type.String(),
  currency: Type.String(),
  total_amount: Money,
  total_paid: Money,
  amount_due: Money,
  fee: Type.String({ ...Money, description: 'What the store kept of a cancelled layaway' }),
  pickup_name: Type.String(),
  note: Type.String(),
  expires_at: Timestamp,
  reminded_at: Nullable(Timestamp),
  created_at: Timestamp,
  completed_at: Nullable(Timestamp),
  cancelled_at: Nullable(Timestamp),
  line_items: Type.Array(LineOfSale),
};

export const LayawayAnswer = Answer(FIELDS);

/** The layaway, and the result of the payment in this request. */
export const PaidAnswer = Answer({
  ...FIELDS,
  payment: Nullable(
    Answer({ id: Type.String(), change_due: Money, cash_due: Type.Optional(Money) }),
  ),
});

export const CancelledAnswer = Answer({ ...FIELDS, refunds: Type.Array(RefundRecord) });

const Sum = Type.String({ pattern: '^-?\\d{1,18}\\.\\d{2,3}$', examples: ['120.00'] });

export const LiabilityAnswer = Answer({
  date: CalendarDate,
  liabilities: Type.Array(
    Answer({
      store: Uuid,
      currency: Type.String(),
      layaways: Type.Integer({ description: 'With money of customers at the end of the day' }),
      received: Type.String({ ...Sum, description: 'Deposits and instalments of this day' }),
      completed: Type.String({ ...Sum, description: 'Became sales on this day' }),
      refunded: Type.String({ ...Sum, description: 'Given back, or owed, by cancellations' }),
      fees: Type.String({ ...Sum, description: 'Kept from cancellations' }),
      balance: Type.String({ ...Sum, description: 'Owed at the end of this day (UTC)' }),
    }),
  ),
});
