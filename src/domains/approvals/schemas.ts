import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { STATUSES } from './rules.js';

const Success = Type.Literal(true);
const Details = Type.Object({}, { additionalProperties: true });
const RequestDetails = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'What is approved. `void`, `refund` and `return` name the sale as `transaction_id` (its number ' +
      'or `saleTransaction_` id); `refund` and `return` of goods without a receipt send ' +
      '`without_receipt: true`, and may list `line_items[] {sku, quantity}`. `value` names ' +
      '`account_id` and `change` (`add`, `take_off`), or `gives` (`gift_card`, `store_credit`) and ' +
      'the `customer_id`. Else free-form.',
  },
);
/** At least one character that is not white space. */
const NonBlank = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

export const RequestBody = Body({
  request_type: NonBlank(50),
  amount: MoneyInput,
  reason: NonBlank(500),
  details: Type.Optional(RequestDetails),
  store_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Required in the back office; a till always requests for its own store.',
    }),
  ),
});
export const RequestAnswer = Answer({
  success: Success,
  request_id: Uuid,
  expires_at: Timestamp,
});

export const ApprovalParams = Params({ request_id: Type.String({ minLength: 1, maxLength: 100 }) });
export const ApprovalQuery = Query({ status: Type.Optional(OneOf(STATUSES)), ...PageQuery });

const DecisionFields = Body({
  approver_id: Type.Optional(Text(100, 1)),
  pin_code: Type.Optional(Text(200, 1)),
  note: Type.Optional(Text(500)),
});
/** Optional; without a body the logged-in user decides, without a note. */
export const DecisionBody = Type.Unsafe<Static<typeof DecisionFields> | null>({
  ...DecisionFields,
  type: ['object', 'null'],
});

const StatusFields = {
  request_id: Uuid,
  status: OneOf(STATUSES),
  approved_by: Nullable(Type.String()),
  approved_by_name: Nullable(Type.String()),
  approved_at: Nullable(Timestamp),
  usable_until: Nullable(Timestamp),
  denied_by: Nullable(Type.String()),
  denied_by_name: Nullable(Type.String()),
  denied_at: Nullable(Timestamp),
  decision_note: Type.String(),
  request_type: Type.String(),
  amount: Money,
  transaction_id: Type.Optional(
    Type.String({ description: 'Number of the sale that it is for, if it is for one' }),
  ),
  expires_at: Timestamp,
};
export const StatusAnswer = Answer(StatusFields);
export const MovedAnswer = Answer({ success: Success, ...StatusFields });
export const ApprovalAnswer = Answer({
  ...StatusFields,
  store_id: Uuid,
  terminal_id: Nullable(Type.String()),
  requested_by: Uuid,
  requested_by_name: Nullable(Type.String()),
  reason: Type.String(),
  details: Details,
  created_at: Timestamp,
  consumed_at: Nullable(Timestamp),
  consumed_for: Nullable(Type.String()),
});
