import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  OpenQuery,
  PageQuery,
  Params,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';
import { CardFormAnswer } from '../../payments/index.js';

const fields = {
  label: Text(100),
  first_name: Text(100),
  last_name: Text(100),
  company: Text(255),
  address: Text(255),
  apartment: Text(100),
  city: Text(100),
  region: Text(100),
  postal_code: Text(20),
  country: Text(100),
  phone: Text(50),
};

const optional = <T extends Record<string, ReturnType<typeof Text>>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Type.Optional(text)])) as {
    [Name in keyof T]: ReturnType<typeof Type.Optional<T[Name]>>;
  };

export const NewAddressBody = Body({
  ...optional(fields),
  address: Text(255, 1),
  city: Text(100, 1),
  is_default: Type.Optional(Type.Boolean()),
});
export const AddressBody = Body({
  ...optional(fields),
  is_default: Type.Optional(Type.Boolean()),
});
export const AddressParams = Params({ id: Uuid });

const SavedAddress = Answer({ id: Uuid, is_default: Type.Boolean(), ...fields });

const Success = Type.Literal(true);
export const AddressesAnswer = Answer({ success: Success, addresses: Type.Array(SavedAddress) });
export const AddressAnswer = Answer({ success: Success, address: SavedAddress });
export const DoneAnswer = Answer({ success: Success, message: Type.String() });

export const CardsQuery = OpenQuery(PageQuery);
export const CardBody = Body({
  code: Type.Unsafe<string>({ ...Text(50, 1), writeOnly: true }),
});
export const CardParams = Params({ id: Uuid });

export const CardAnswer = Answer({
  id: Uuid,
  kind: OneOf(['gift_card', 'store_credit'] as const),
  last_four: Type.String(),
  balance: Money,
  currency: Type.String(),
  status: OneOf(['active', 'blocked', 'expired'] as const),
  expires_at: Nullable(Timestamp),
  origin: OneOf(['bought', 'given', 'saved'] as const, {
    description: '`given`: by the store, without an order; `saved`: by its code',
  }),
  order_number: Nullable(Type.String({ description: 'The order that bought it' })),
  can_remove: Type.Boolean({ description: 'It was saved by its code' }),
  created_at: Timestamp,
});

export const MethodsQuery = OpenQuery({
  store_id: Text(100, 1),
  language: Type.Optional(
    Type.Unsafe<(typeof LANGUAGES)[number]>({
      ...OneOf(LANGUAGES),
      description: 'Names of the methods for shoppers; without it, those of the office',
    }),
  ),
});

export const BalancesQuery = OpenQuery({ store_id: Type.Optional(Uuid) });

export const BalancesAnswer = Answer({
  success: Type.Literal(true),
  balances: Nullable(
    Answer({
      points: Type.Integer(),
      points_value: Nullable(Type.String({ description: 'What one point pays at the store' })),
      points_worth: Nullable(Money),
      currency: Nullable(Type.String({ description: 'Currency of the store' })),
      expiring: Nullable(
        Answer(
          { points: Type.Integer(), expires_at: Timestamp },
          { description: 'Points that expire within 30 days, and when the first of them do' },
        ),
      ),
      tier: Nullable(Answer({ name: Type.String(), earning_factor: Type.String() })),
      credits: Type.Array(
        Answer({ kind: Type.String(), currency: Type.String(), balance: Money }),
        { description: 'Store credit per currency' },
      ),
    }),
  ),
});

export const MethodsAnswer = Answer({
  success: Success,
  payment_methods: Type.Array(
    Answer({
      id: Uuid,
      name: Type.String(),
      method_type: Type.String(),
      is_active: Type.Boolean(),
      is_online_available: Type.Boolean(),
      minimum_amount: Money,
      maximum_amount: Nullable(Money),
      icon_url: Type.String(),
      description: Type.String(),
      display_order: Type.Integer(),
      card_form: CardFormAnswer,
    }),
  ),
});
