import {
  Answer,
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
} from '../../../platform/http/schemas.js';
import { PROCESSOR_NAMES, PROCESSOR_TYPES } from '../../payments/index.js';
import { DIFFERENCES } from './rules.js';

export const UploadQuery = Query({
  processor: Type.Optional(
    OneOf(PROCESSOR_NAMES, { description: 'Required here or as a field of the form.' }),
  ),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{3}$', description: 'For files without a currency column.' }),
  ),
  file_name: Type.Optional(Text(255)),
});

export const SettlementQuery = Query({
  processor: Type.Optional(OneOf(PROCESSOR_NAMES)),
  ...PageQuery,
});
export const SettlementParams = Params({ id: Uuid });
export const DifferenceQuery = Query({ kind: Type.Optional(OneOf(DIFFERENCES)), ...PageQuery });

const Count = Type.Integer({ minimum: 0 });

export const SettlementAnswer = Answer({
  id: Uuid,
  processor: OneOf(PROCESSOR_TYPES),
  file_name: Type.String(),
  lines: Type.Integer({ minimum: 0, description: 'Charges and refunds that the caller may see.' }),
  ignored: Type.Integer({ minimum: 0, description: 'Lines such as payouts and fees.' }),
  period_from: Timestamp,
  period_to: Timestamp,
  matched: Count,
  unknown: Type.Integer({ minimum: 0, description: 'Lines without a payment or refund here.' }),
  missing: Type.Integer({
    minimum: 0,
    description: 'Payments and refunds of the period that no file lists.',
  }),
  amount_differs: Count,
  currency_differs: Count,
  duplicate: Count,
  other_stores: Type.Integer({ minimum: 0, description: 'Lines of stores not matched yet.' }),
  totals: Type.Array(
    Answer({ currency: Type.String(), charges: Money, refunds: Money, fees: Money, net: Money }),
    { description: 'One entry for each currency.' },
  ),
  created_by: Nullable(Uuid),
  created_at: Timestamp,
});

export const DifferenceAnswer = Answer({
  kind: OneOf(DIFFERENCES),
  line: Nullable(Type.Integer({ description: 'Line of the file; the heading is line 1.' })),
  type: OneOf(['charge', 'refund']),
  processor_transaction_id: Nullable(Type.String()),
  payout_id: Nullable(Type.String()),
  date: Timestamp,
  amount: Nullable(Money),
  currency: Nullable(Type.String()),
  booked_amount: Nullable(Money),
  booked_currency: Nullable(Type.String()),
  payment: Nullable(Uuid),
  refund: Nullable(Uuid),
  transaction: Nullable(Type.String({ description: 'TXN number' })),
  store: Nullable(Uuid),
});
