import {
  Answer,
  Body,
  CalendarDate,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { Amount } from '../reports/schemas.js';
import { ACCOUNT_NAMES, CHARTS } from './accounts.js';
import { ENTRY_KINDS } from './rules.js';

export const FORMATS = ['json', 'csv', 'datev'] as const;

const STORE = {
  store: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Id or code; may be left out by a caller with one store.',
    }),
  ),
  store_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Another name of `store`.' }),
  ),
};

export const JournalQuery = Query({
  ...STORE,
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  format: Type.Optional(OneOf(FORMATS)),
});

export const JournalExportQuery = Query({
  stores: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'Ids or codes, with commas; all stores that you may see if it is missing.',
      examples: ['BERLIN-1,BERLIN-2'],
    }),
  ),
  from: CalendarDate,
  to: CalendarDate,
  format: OneOf(['csv', 'datev']),
});

const Rate = Type.String({ pattern: '^\\d(\\.\\d{1,6})?$', examples: ['0.19'] });

export const EntryAnswer = Answer({
  kind: OneOf(ENTRY_KINDS),
  rate: Nullable(Rate),
  country: Nullable(
    Type.String({ description: 'Whose tax it is (ISO 3166-1); null: that of the store' }),
  ),
  method: Nullable(Type.String({ description: 'Code of the payment method' })),
  account: Type.String(),
  debit: Amount,
  credit: Amount,
});

/** Names an entry of the journal as its answer does; a field that is null there is left out. */
export const EntryItemsQuery = Query({
  ...STORE,
  date: CalendarDate,
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'Default: that of the store' }),
  ),
  kind: OneOf(ENTRY_KINDS),
  rate: Type.Optional(Rate),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  method: Type.Optional(Text(100, 1)),
  ...PageQuery,
});

export const EntryItem = Answer({
  transaction_id: Nullable(
    Type.String({ description: 'Null: the part that belongs to no sale, such as cash paid in' }),
  ),
  currency: Type.String(),
  debit: Amount,
  credit: Amount,
});

export const JournalAnswer = Answer({
  store: Uuid,
  store_code: Type.String(),
  time_zone: Type.String(),
  from: CalendarDate,
  to: CalendarDate,
  days: Type.Array(
    Answer({
      date: CalendarDate,
      currency: Type.String(),
      entries: Type.Array(EntryAnswer),
      debit: Amount,
      credit: Amount,
      balance: { ...Amount, description: 'Debit less credit: always zero' },
    }),
  ),
});

export const SettingsParams = Params({ store: Text(255, 1) });

const AccountNumber = Type.String({ pattern: '^\\d{4,8}$', examples: ['8400'] });
const SETTINGS = {
  chart: OneOf(CHARTS),
  account_digits: Type.Integer({ minimum: 4, maximum: 8, description: 'Length of own accounts' }),
  accounts: Type.Object(
    Object.fromEntries(ACCOUNT_NAMES.map(name => [name, Type.Optional(AccountNumber)])),
    { additionalProperties: false, description: 'Accounts that differ from the chart' },
  ),
  method_accounts: Type.Record(Type.String({ pattern: '^[a-z0-9_-]{1,50}$' }), AccountNumber, {
    description: 'By code of the payment method',
  }),
  revenue_accounts: Type.Array(
    Type.Object(
      {
        rate: Rate,
        account: AccountNumber,
        tax_account: Nullable(AccountNumber),
      },
      {
        additionalProperties: false,
        description: 'Without a tax account, the account computes the tax from the gross',
      },
    ),
    { maxItems: 20 },
  ),
  consultant_number: Nullable(Type.Integer({ minimum: 1001, maximum: 9_999_999 })),
  client_number: Nullable(Type.Integer({ minimum: 1, maximum: 99_999 })),
  fiscal_year_month: Type.Integer({ minimum: 1, maximum: 12 }),
};

export const SettingsBody = Body(SETTINGS);
export const SettingsAnswer = Answer({
  store: Uuid,
  ...SETTINGS,
  accounts: Answer(
    Object.fromEntries(ACCOUNT_NAMES.map(name => [name, Type.Optional(AccountNumber)])),
  ),
  used_accounts: Answer(Object.fromEntries(ACCOUNT_NAMES.map(name => [name, AccountNumber]))),
});
