import {
  Answer,
  Body,
  CalendarDate,
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
import { REFUND_WAYS } from '../payments/index.js';
import { MOVEMENT_KINDS, PAID_AS, SHIFT_STATUSES } from './rules.js';

const Terminal = Text(100, 1);
const StoreRef = Text(255, 1);
const Name = Nullable(Type.String());
const Reason = Type.String({ maxLength: 500, pattern: '\\S', examples: ['Cab for the delivery'] });

/** A sum, which may have more digits than a single amount. */
const Sum = Type.String({ pattern: '^-?\\d{1,18}\\.\\d{2,3}$', examples: ['112.50'] });

/** Far more than a drawer holds of one coin. */
const MAX_PIECES = 100_000;

export const ShiftParams = Params({ id: Uuid });

export const ShiftQuery = Query({
  store: Type.Optional(StoreRef),
  terminal: Type.Optional(Terminal),
  status: Type.Optional(OneOf(SHIFT_STATUSES)),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
  ...PageQuery,
});

export const CurrentQuery = Query({ terminal: Type.Optional(Terminal) });

export const OutsideQuery = Query({
  store: Type.Optional(StoreRef),
  terminal: Type.Optional(Terminal),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
});

export const OpenBody = Body({
  opening_float: MoneyInput,
  terminal_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Default: your own till.' }),
  ),
});

export const MoveBody = Body({
  amount: MoneyInput,
  reason: Reason,
  approval_request_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Required above `cash_movement_limit` of the store, and to take out more than the drawer holds',
    }),
  ),
});

export const CountBody = Body({
  denominations: Type.Array(
    Body({ value: MoneyInput, quantity: Type.Integer({ minimum: 0, maximum: MAX_PIECES }) }),
    { minItems: 1, maxItems: 50, description: 'Notes and coins in the drawer.' },
  ),
});

const CloseFields = Body({
  reason: Type.Optional(
    Type.String({
      maxLength: 500,
      description: "Required if the variance exceeds the store's tolerance.",
    }),
  ),
});
/** Optional if the variance is within the tolerance. */
export const CloseBody = Type.Unsafe<Static<typeof CloseFields> | null>({
  ...CloseFields,
  type: ['object', 'null'],
});

export const ShiftAnswer = Answer({
  id: Uuid,
  store: Uuid,
  store_code: Type.String(),
  store_name: Type.String(),
  terminal_id: Type.String(),
  business_date: CalendarDate,
  status: OneOf(SHIFT_STATUSES),
  currency: Type.String(),
  denominations: Type.Array(Money, { description: 'Largest first. Empty: any value is allowed.' }),
  opening_float: Money,
  opened_by: Uuid,
  opened_by_name: Name,
  opened_at: Timestamp,
  counts: Type.Integer({ description: 'How often the drawer was counted.' }),
  expected_amount: Nullable(Sum),
  counted_amount: Nullable(Money),
  variance: Nullable(
    Type.String({ description: 'Counted less expected: negative when cash is missing.' }),
  ),
  variance_reason: Type.String(),
  closed_by: Nullable(Uuid),
  closed_by_name: Name,
  closed_at: Nullable(Timestamp),
  z_number: Nullable(Type.Integer()),
});

const CountAndAmount = Answer({ count: Type.Integer(), amount: Sum });

/** Reports of earlier releases have null where a figure was not kept. */
export const ReportAnswer = Answer({
  report: OneOf(['X', 'Z']),
  number: Nullable(Type.Integer({ description: 'Z reports are numbered per store without gaps.' })),
  shift: Uuid,
  store: Uuid,
  store_code: Type.String(),
  store_name: Type.String(),
  terminal_id: Type.String(),
  business_date: CalendarDate,
  currency: Type.String(),
  opened_by: Uuid,
  opened_by_name: Name,
  opened_at: Timestamp,
  closed_by: Nullable(Uuid),
  closed_by_name: Name,
  closed_at: Nullable(Timestamp),
  generated_at: Timestamp,
  is_blind: Type.Boolean({ description: 'Amounts are hidden until the drawer is counted.' }),
  sales: Answer({ count: Type.Integer(), amount: Nullable(Sum) }),
  payments: Type.Array(
    Answer({
      code: Type.String(),
      name: Type.String(),
      method_type: Type.String(),
      count: Type.Integer(),
      amount: Sum,
    }),
  ),
  refunds: Type.Array(
    Answer({
      paid_as: OneOf(PAID_AS),
      way: Nullable(OneOf(REFUND_WAYS, { description: 'Null: not settled yet.' })),
      count: Type.Integer(),
      amount: Sum,
    }),
  ),
  refunds_total: Nullable(Sum),
  taxes: Nullable(
    Type.Array(
      Answer({
        jurisdiction: Type.String(),
        rate: Type.String(),
        taxable: Sum,
        tax: Sum,
        gross: Type.Optional(Sum),
      }),
      {
        description:
          'Taxes of the sales completed in the shift. Voids and refunds are listed apart.',
      },
    ),
  ),
  discounts: Nullable(CountAndAmount),
  voids: Nullable(CountAndAmount),
  layaways: Type.Optional(
    Answer(
      { received: Sum, completed: Sum, refunded: Sum },
      {
        description:
          'Only for a shift with layaways: instalments taken, layaways that became sales, money given ' +
          'back. What was received is owed to the customers until then; it is part of `payments` ' +
          'and `refunds`, too.',
      },
    ),
  ),
  late: Type.Optional(
    Answer(
      { count: Type.Integer(), amount: Sum, cash: Sum, tips: Type.Optional(Sum) },
      {
        description:
          'Sales of earlier shifts of this till that arrived after those were closed. They are in ' +
          'no other figure: their money is in the count of their own shift.',
      },
    ),
  ),
  tips: Type.Optional(
    Answer(
      {
        methods: Type.Array(
          Answer({
            code: Type.String(),
            name: Type.String(),
            method_type: Type.String(),
            amount: Sum,
          }),
        ),
        total: Sum,
      },
      {
        description:
          'Only for a shift with tips: what the staff get, by payment method. Tips are in no ' +
          'other figure but those under `cash`, as far as they were paid in cash.',
      },
    ),
  ),
  rounding: Nullable(
    Type.String({
      pattern: '^-?\\d{1,18}\\.\\d{2,3}$',
      examples: ['0.02'],
      description:
        'Cash rounding of payments less that of refunds. Payments and refunds are listed without ' +
        'it, the sums under `cash` with it.',
    }),
  ),
  numbers: Nullable(
    Answer({
      first: Nullable(Type.String()),
      last: Nullable(Type.String()),
      count: Type.Integer({ description: 'Sales completed in the shift.' }),
    }),
  ),
  cash: Nullable(
    Answer({
      opening_float: Money,
      sales: Sum,
      refunds: Sum,
      paid_in: Sum,
      paid_out: Sum,
      expected: Sum,
      counted: Nullable(Money),
      variance: Nullable(Sum),
    }),
  ),
  variance_reason: Type.String(),
  fiscal: Type.Optional(
    Answer(
      {
        serial: Type.String({ description: "Serial number of the till's signer" }),
        count: Type.Integer({ description: 'Signatures of the till during the shift' }),
        first: Type.String({ description: 'Counter of the first of them' }),
        last: Type.String(),
      },
      { description: 'Absent if the till has signed nothing' },
    ),
  ),
  movements: Type.Array(
    Answer({
      id: Uuid,
      kind: OneOf(MOVEMENT_KINDS),
      amount: Money,
      reason: Type.String(),
      by: Name,
      at: Timestamp,
    }),
  ),
  counts: Type.Array(
    Answer({
      amount: Money,
      denominations: Type.Array(Answer({ value: Money, quantity: Type.Integer() })),
      by: Name,
      at: Timestamp,
    }),
  ),
});
export type Report = Static<typeof ReportAnswer>;

export const OutsideAnswer = Answer({
  store: Uuid,
  terminal_id: Nullable(
    Type.String({
      description: 'Null: cash that belongs to no till, such as one recorded at the desk.',
    }),
  ),
  date: CalendarDate,
  payments: Type.Integer(),
  amount: Sum,
  cash: Sum,
  refunds: Type.Integer({ description: 'Cash refunds without a shift.' }),
  refunded: Sum,
});
