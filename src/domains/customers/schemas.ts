import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../platform/http/schemas.js';
import { tierFields } from '../loyalty/index.js';
import { InvitationAnswer } from '../people/index.js';
import { SALE_STATUSES, SOURCES } from '../transactions/index.js';

const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 });
const CardNumber = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]{3,31}$',
  description: 'Number of the customer card: 4 to 32 letters, digits and hyphens',
});

export const CustomerParams = Params({ id: Uuid });

export const CustomerQuery = Query({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Phone, e-mail address, name or card number; typing errors are tolerated',
    }),
  ),
  ...PageQuery,
});

const writable = {
  name: Type.Optional(Text(201, 1)),
  first_name: Type.Optional(Text(100)),
  last_name: Type.Optional(Text(100)),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(
    Nullable(Type.String({ maxLength: 50, description: 'Stored as E.164, such as +12125550199' })),
  ),
  customer_card: Type.Optional(Nullable(CardNumber)),
  notes: Type.Optional(Text(10_000)),
  customer_group: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'Customer group, which price lists refer to',
      }),
    ),
  ),
  tax_exemption: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 200, description: 'Why the customer pays no tax' }),
    ),
  ),
  consent: Type.Optional(
    Body({
      email: Type.Optional(Type.Boolean({ description: 'Agrees to advertising by mail' })),
      phone: Type.Optional(Type.Boolean({ description: 'Agrees to advertising by phone' })),
    }),
  ),
};

export const CreateBody = Body({
  ...writable,
  store_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Id or code; phone numbers without a country code are of its country',
    }),
  ),
});
export const ChangeBody = Body(writable);
export const MergeBody = Body({ customer_id: Uuid });

const Consent = Answer({
  email: Type.Boolean(),
  email_at: Nullable(Timestamp),
  phone: Type.Boolean(),
  phone_at: Nullable(Timestamp),
});

const listed = {
  id: Uuid,
  name: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable(Type.String()),
  phone: Type.String(),
  customer_card: Nullable(Type.String()),
  points: Type.Integer(UNTAGGED),
  customer_group: Nullable(Type.String()),
  tax_exemption: Nullable(Type.String()),
  is_active: Type.Boolean(),
  created_at: Timestamp,
};

export const ListedAnswer = Answer(listed);

const detailed = {
  ...listed,
  notes: Type.String(),
  consent: Consent,
  has_account: Type.Boolean({ description: 'Can log in to the web shop' }),
  invitation: InvitationAnswer,
  email_verified: Type.Boolean(),
  erased_at: Nullable(Timestamp),
  updated_at: Timestamp,
};

export const CustomerAnswer = Answer(detailed);

const Purchase = Answer({
  transaction_id: Type.String(),
  store: Uuid,
  store_name: Type.String(),
  channel: OneOf(SOURCES),
  status: OneOf(SALE_STATUSES),
  total_amount: Money,
  currency: Type.String(),
  created_at: Timestamp,
});

export const ProfileAnswer = Answer({
  ...detailed,
  balances: Type.Array(Answer({ kind: Type.String(), currency: Type.String(), balance: Money }), {
    description: 'Gift cards and store credit that the customer can pay with; points are apart',
    ...UNTAGGED,
  }),
  expiring: Nullable(
    Answer(
      { points: Type.Integer(), expires_at: Timestamp },
      { description: 'Points that expire within 30 days, and when the first of them do' },
    ),
    UNTAGGED,
  ),
  tier: Nullable(Answer(tierFields), UNTAGGED),
  spend: Type.Array(Answer({ currency: Type.String(), amount: Money }), {
    description: 'Spend of the last twelve months, which decides the tier; empty without tiers',
    ...UNTAGGED,
  }),
  spending: Type.Array(Answer({ currency: Type.String(), sales: Type.Integer(), total: Money }), {
    description: 'Completed sales of the stores that the caller may see',
    ...UNTAGGED,
  }),
  purchases: Type.Array(Purchase, {
    description: 'The newest sales of both channels in the stores that the caller may see',
    ...UNTAGGED,
  }),
});

export const ExportAnswer = Answer({
  exported_at: Timestamp,
  customer_id: Uuid,
  data: Type.Record(Type.String(), Type.Array(Type.Object({}, { additionalProperties: true })), {
    description: 'Records by kind: customer, addresses, sales, payments, mails and more',
  }),
});

export const ViewAnswer = Answer({
  id: Uuid,
  kind: OneOf(['profile', 'export']),
  viewer: Nullable(Answer({ id: Uuid, name: Type.String() })),
  store: Nullable(Uuid),
  terminal_id: Nullable(Type.String()),
  viewed_at: Timestamp,
});
export const ViewQuery = Query(PageQuery);
