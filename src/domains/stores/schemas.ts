import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  Params,
  type Static,
  Text,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { LANGUAGES } from '../../platform/language.js';
import { PERMISSIONS } from '../access/index.js';
import { Address, ContentId, optional, Stamps, TaxClassCode } from './fields.js';
import { CASH_ROUNDINGS, RECEIPT_PRINTING, TAX_SOURCINGS } from './rules.js';

const Days = Type.Integer({ minimum: 0, maximum: 365, description: 'Working days' });

export const ShippingRate = Body({
  id: Type.Integer({ minimum: 1 }),
  code: Text(50, 1),
  title: Text(100, 1),
  turnaround: Type.Optional(Text(100)),
  days_min: Type.Optional(Nullable(Days)),
  days_max: Type.Optional(Nullable(Days)),
  price: MoneyInput,
});

/** What needs an approval at this store, and the limit of a supervisor's approval. */
export const ApprovalPolicy = Body({
  price_override: Type.Optional(Type.Boolean()),
  tax_variance: Type.Optional(Type.Boolean()),
  discount_above: Type.Optional(MoneyInput),
  discount_percent_above: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Largest discount of a line without an approval, for staff who cannot approve themselves.',
    }),
  ),
  below_cost: Type.Optional(
    Type.Boolean({
      description: 'True: staff who cannot approve themselves may not lower a price below cost.',
    }),
  ),
  value_above: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description:
        'Largest gift card, store credit or correction of a balance without a second person.',
    }),
  ),
  supervisor_limit: Type.Optional(MoneyInput),
  void: Type.Optional(
    Type.Boolean({ description: 'False: a till may cancel a partly paid sale without approval.' }),
  ),
  agent_writes: Type.Optional(
    Type.Array(OneOf(PERMISSIONS), {
      maxItems: PERMISSIONS.length,
      uniqueItems: true,
      description: 'Rights with which programs may change something here without an approval.',
    }),
  ),
  agent_limit: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'Up to this amount; 0 if it is missing.',
    }),
  ),
});

const Time = (pattern: string) => Type.String({ pattern, examples: ['09:00'] });
const Span = {
  opens: Time('^([01]\\d|2[0-3]):[0-5]\\d$'),
  closes: Time('^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$'),
};
const Weekday = Type.Integer({ minimum: 1, maximum: 7, description: 'Monday is 1' });

/** Times are local to the store; a day may have several spans. */
export const OpeningHours = Type.Array(Body({ day: Weekday, ...Span }), { maxItems: 50 });

export const SpecialDays = Type.Array(
  Body({
    date: Type.String({ format: 'date' }),
    name: Text(100, 1),
    hours: Type.Array(Body(Span), { maxItems: 5, description: 'Empty: closed' }),
  }),
  { maxItems: 200, description: 'Days with other hours than their weekday' },
);

const Hours = {
  opening_hours: OpeningHours,
  special_days: SpecialDays,
  pickup_hours: Nullable(OpeningHours),
};
const Languages = Type.Array(OneOf(LANGUAGES), {
  maxItems: LANGUAGES.length,
  uniqueItems: true,
  description: 'Languages of the web shop; empty: all',
});

const TaxSourcing = Type.Unsafe<(typeof TAX_SOURCINGS)[number]>({
  ...OneOf(TAX_SOURCINGS),
  description: 'Orders that are shipped are taxed at the store, or at the address they go to',
});

const Percentage = Type.Integer({ minimum: 1, maximum: 100 });
const MAX_TIP_BUTTONS = 3;
const Percentages = Type.Array(Percentage, {
  maxItems: MAX_TIP_BUTTONS,
  uniqueItems: true,
  description:
    'Percentages of the sale that tills offer, next to an amount that the customer names',
});

const Tips = Body({
  enabled: Type.Boolean({ description: 'Whether tills take tips with cash and cards.' }),
  percentages: Type.Optional(Percentages),
  max_percent: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'The tips of a sale are at most this much of its total; default 50.',
    }),
  ),
});

export const StoreParams = Params({ store: Type.String({ minLength: 1, maxLength: 255 }) });
export const StoreBody = Body({
  code: Type.String({ pattern: '^[A-Z0-9][A-Z0-9_-]{0,31}$' }),
  name: Text(255, 1),
  site_id: Type.Optional(Nullable(Uuid)),
  time_zone: Type.Optional(Text(64, 1)),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  email: Type.Optional(Text(254)),
  phone: Type.Optional(Text(50)),
  ...optional(Address),
  is_active: Type.Optional(Type.Boolean()),
  pickup_enabled: Type.Optional(Type.Boolean()),
  pay_at_store_enabled: Type.Optional(Type.Boolean()),
  approval_policy: Type.Optional(ApprovalPolicy),
  shipping_rates: Type.Optional(Type.Array(ShippingRate, { maxItems: 20 })),
  cash_variance_tolerance: Type.Optional(MoneyInput),
  cash_movement_limit: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description:
        'The most that is paid into or out of a drawer at once without an approval; default 500.00',
    }),
  ),
  layaway_fee: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'What the store keeps of the payments of a cancelled layaway.',
    }),
  ),
  layaway_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'How long a layaway keeps its goods.' }),
  ),
  cash_rounding: Type.Optional(
    Type.Unsafe<string | number>({
      enum: [...CASH_ROUNDINGS, 0.05, 0.1, 0.5, 1],
      examples: ['0.05'],
      description: 'What is due in cash is rounded half up to this step.',
    }),
  ),
  tips: Type.Optional(Tips),
  require_shift: Type.Optional(
    Type.Boolean({ description: 'Whether tills take payments only with an open shift.' }),
  ),
  require_paired_tills: Type.Optional(
    Type.Boolean({ description: 'Whether tills take PINs only from paired devices.' }),
  ),
  till_lock_minutes: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 240,
        description: 'A till that nobody touches for so long asks for the PIN again; null: never',
      }),
    ),
  ),
  receipt_printing: Type.Optional(
    OneOf(RECEIPT_PRINTING, {
      description: 'Whether tills print the receipt after each sale: never, on request, or always',
    }),
  ),
  offline_return_limit: Type.Optional(
    Nullable(
      Type.Unsafe<string | number>({
        ...MoneyInput,
        description:
          'The most that tills without a connection pay back in cash for one sale; null: nothing',
      }),
    ),
  ),
  offline_return_day_limit: Type.Optional(
    Nullable(
      Type.Unsafe<string | number>({
        ...MoneyInput,
        description:
          'The most that a till or employee pays back so per day; null: 5 × `offline_return_limit`',
      }),
    ),
  ),
  mail_aliases_are_one: Type.Optional(
    Type.Boolean({
      description:
        'Whether mail addresses that differ only by dots and a plus tag are one customer, in limits per customer.',
    }),
  ),
  language: Type.Optional(
    OneOf(LANGUAGES, {
      description: 'Language of receipts, and of mails to people without a language of their own.',
    }),
  ),
  opening_hours: Type.Optional(Hours.opening_hours),
  special_days: Type.Optional(Hours.special_days),
  pickup_hours: Type.Optional(Hours.pickup_hours),
  languages: Type.Optional(Languages),
  receipt_header: Type.Optional(
    Type.String({ maxLength: 500, description: 'Printed below the address; lines stay lines.' }),
  ),
  receipt_footer: Type.Optional(Text(500)),
  receipt_logo_id: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'An uploaded picture; null: no logo' })),
  ),
  printer_networks: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['192.168.10.0/24'] }), {
      maxItems: 20,
      uniqueItems: true,
      description: 'Where the service may reach printers; empty: private networks.',
    }),
  ),
  prices_include_tax: Type.Optional(
    Type.Boolean({ description: 'Whether prices, subtotals and shipping contain their tax.' }),
  ),
  shipping_tax_class: Type.Optional(Nullable(TaxClassCode)),
  tax_sourcing: Type.Optional(TaxSourcing),
  loyalty_points_per_unit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  customer_retention_days: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: 'Erases the data of customers who stayed away that long; null keeps it.',
      }),
    ),
  ),
  points_value: Type.Optional(
    Type.String({
      pattern: '^(0|[1-9]\\d{0,2})(\\.\\d{1,4})?$',
      examples: ['0.01'],
      description: 'What one point pays; 0: points do not pay here',
    }),
  ),
  points_months: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 120,
        description: 'Points earned from now on expire after so many months; null: never',
      }),
    ),
  ),
  gift_card_months: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 600,
        description: 'Gift cards sold from now on expire after so many months; null: never',
      }),
    ),
  ),
  tax_jurisdiction_ids: Type.Optional(Type.Array(Uuid, { maxItems: 20, uniqueItems: true })),
  sanity_id: ContentId,
});

/** 0.19 is 19 %. */
const Fraction = Type.String({
  pattern: '^0(\\.\\d{1,6})?$',
  description: '0.19 is 19 %',
  examples: ['0.19'],
});

/** A tax that is opened with its store. */
export const StoreTaxBody = Body({
  name: Text(255, 1),
  standard_rate: Fraction,
  reduced_rate: Type.Optional(Nullable(Fraction)),
});

export const NewStoreBody = Body({
  ...StoreBody.properties,
  tax: Type.Optional(
    Type.Unsafe<Static<typeof StoreTaxBody>>({
      ...StoreTaxBody,
      description: 'A tax jurisdiction that is created with the store and belongs to it.',
    }),
  ),
});

export const StoreAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  site_id: Nullable(Uuid),
  time_zone: Type.String(),
  currency: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  ...Address,
  is_active: Type.Boolean(),
  pickup_enabled: Type.Boolean(),
  pay_at_store_enabled: Type.Boolean(),
  approval_policy: Type.Object({}, { additionalProperties: true }),
  shipping_rates: Type.Array(
    Answer({
      id: Type.Integer(),
      code: Type.String(),
      title: Type.String(),
      turnaround: Type.Optional(Type.String()),
      days_min: Type.Optional(Nullable(Type.Integer())),
      days_max: Type.Optional(Nullable(Type.Integer())),
      price: Money,
    }),
  ),
  cash_variance_tolerance: Money,
  cash_movement_limit: Money,
  layaway_fee: Money,
  layaway_days: Type.Integer(),
  cash_rounding: OneOf(CASH_ROUNDINGS),
  tips: Answer({
    enabled: Type.Boolean(),
    percentages: Type.Array(Type.Integer()),
    max_percent: Type.Integer(),
  }),
  require_shift: Type.Boolean(),
  require_paired_tills: Type.Boolean(),
  till_lock_minutes: Nullable(Type.Integer({ description: 'Null: tills are not locked' })),
  receipt_printing: OneOf(RECEIPT_PRINTING),
  offline_return_limit: Nullable(Money),
  offline_return_day_limit: Nullable(Money),
  mail_aliases_are_one: Type.Boolean(),
  language: OneOf(LANGUAGES),
  ...Hours,
  languages: Languages,
  receipt_header: Type.String(),
  receipt_footer: Type.String(),
  receipt_logo_id: Nullable(Uuid),
  printer_networks: Type.Array(Type.String()),
  prices_include_tax: Type.Boolean(),
  shipping_tax_class: Nullable(Type.String({ description: 'Null: shipping is untaxed' })),
  tax_sourcing: TaxSourcing,
  points_value: Type.String({ description: 'What one point pays; 0.0000: nothing' }),
  points_months: Nullable(Type.Integer({ description: 'Null: points never expire' })),
  gift_card_months: Nullable(Type.Integer({ description: 'Null: gift cards never expire' })),
  loyalty_points_per_unit: Type.Integer({
    description: 'Points for each whole unit of currency',
  }),
  customer_retention_days: Nullable(Type.Integer()),
  tax_jurisdictions: Type.Array(
    Answer({
      id: Uuid,
      code: Type.String(),
      name: Type.String(),
      rate: Type.String({ description: 'Rate of standard goods on days without another rate' }),
      rates: Type.Array(
        Answer({
          tax_class: Type.String(),
          rate: Type.String(),
          valid_from: Nullable(Type.String({ format: 'date' })),
          valid_to: Nullable(Type.String({ format: 'date' })),
        }),
      ),
    }),
  ),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});
