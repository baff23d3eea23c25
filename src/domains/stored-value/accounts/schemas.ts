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
  SignedMoneyInput,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { ENTRY_KINDS } from '../rules.js';
import { ACCOUNT_STATES } from './repository.js';

export const AccountParams = Params({ id: Uuid });
export const CodeQuery = Query({ code: Text(50, 1) });
export const EntryQuery = Query(PageQuery);
export const BlockBody = Body({ reason: Text(500, 1) });

const SHOWN_KINDS = ['gift_card', 'store_credit'] as const;

export const AccountsQuery = Query({
  ...PageQuery,
  kind: Type.Optional(OneOf(SHOWN_KINDS)),
  state: Type.Optional(
    OneOf(ACCOUNT_STATES, { description: '`active`: it can pay; `empty`: nothing is left' }),
  ),
  store: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'That issued it, by id or code' }),
  ),
  customer: Type.Optional(Uuid),
  last_four: Type.Optional(
    Type.String({ pattern: '^[0-9A-Za-z]{4}$', description: 'The end of the code' }),
  ),
  sale: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Number of the sale that sold it or topped it up',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Number of a sale, the end of the code, or a customer as in `GET /customers/`',
    }),
  ),
});

const Reason = Text(500, 1);
const ApprovalRef = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'Approval of type `value`; needed above `value_above` of the approval policy',
  }),
);

export const GiveBody = Body({
  kind: OneOf(SHOWN_KINDS),
  store_id: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The store that owes the value, by id or code',
  }),
  amount: MoneyInput,
  reason: Reason,
  customer_id: Type.Optional(Uuid),
  approval_request_id: ApprovalRef,
});

export const CorrectBody = Body({
  amount: Type.Unsafe<string>({ ...SignedMoneyInput, description: 'Negative to take value off' }),
  reason: Reason,
  approval_request_id: ApprovalRef,
});

const Person = Answer({ id: Uuid, name: Nullable(Type.String()) });

const ACCOUNT = {
  id: Uuid,
  kind: OneOf(SHOWN_KINDS),
  currency: Type.String(),
  balance: Money,
  status: OneOf(['active', 'blocked', 'expired'] as const),
  expires_at: Nullable(Timestamp),
  code_last_four: Type.String(),
  store: Nullable(Type.String({ format: 'uuid', description: 'That issued it' })),
  customer_id: Nullable(Uuid),
  customer_name: Nullable(
    Type.String({ description: 'Null for callers who may not read customers' }),
  ),
  sold_by: Nullable(
    Type.String({ description: 'Number of the sale, if it is of a store of the caller' }),
  ),
  given: Nullable(Answer({ reason: Type.String(), by: Nullable(Person) })),
  block: Nullable(
    Answer({
      reason: Type.String(),
      by: Nullable(Person),
      at: Timestamp,
    }),
  ),
  created_at: Timestamp,
};

export const AccountAnswer = Answer(ACCOUNT);

export const GivenAnswer = Answer({
  ...ACCOUNT,
  code: Type.String({ format: 'password', description: 'Shown this once' }),
});

export const EntryAnswer = Answer({
  id: Uuid,
  kind: OneOf(ENTRY_KINDS),
  amount: Money,
  balance: Type.String({ description: 'After this entry' }),
  store: Nullable(Uuid),
  transaction_id: Nullable(
    Type.String({ description: 'Number of the sale, if it is of a store of the caller' }),
  ),
  reason: Nullable(Type.String({ description: 'Of a change by staff' })),
  by: Nullable(Person),
  approved_by: Nullable(Person),
  occurred_at: Timestamp,
});
