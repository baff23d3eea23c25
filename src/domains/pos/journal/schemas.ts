import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  QuantityInput,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { ReturnReason } from '../../returns/index.js';
import { CountBody, MoveBody, OpenBody } from '../../shifts/index.js';
import { CreateBody, MAX_LINES, PaymentBody } from '../schemas.js';
import { FLAGS, KINDS, STATUSES } from './rules.js';

const MAX_ENTRIES = 200;
const MAX_COUNTER = 2_000_000_000;
/** Far more ways to pay than a customer has. */
const MAX_PAYMENTS = 20;

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hex' });
/** Kept as it is sent, because the hash covers it. */
const Data = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
const Terminal = Text(100, 1);

export const SyncBody = Body({
  terminal_id: Terminal,
  entries: Type.Array(
    Body({
      counter: Type.Integer({
        minimum: 1,
        maximum: MAX_COUNTER,
        description: 'Counted by the till, from 1, without gaps',
      }),
      kind: Type.String({
        minLength: 1,
        maxLength: 40,
        description: `One of ${KINDS.join(', ')}; any other is held`,
      }),
      occurred_at: Type.String({
        minLength: 1,
        maxLength: 40,
        description: "The till's own time, ISO 8601",
      }),
      data: Data,
      previous_hash: Hash,
      hash: Hash,
    }),
    { minItems: 1, maxItems: MAX_ENTRIES },
  ),
  chain: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        'The chain in which the till wrote them. What is new of a chain that a manager has closed is ' +
        'answered `chain_closed`, or 409 `CHAIN_RESTARTED` with `may_refuse`; without it that is held',
    }),
  ),
  may_refuse: Type.Optional(
    Type.Boolean({
      description:
        'Nobody has paid for the last entry yet: if it cannot be booked, the answer is the error, ' +
        'and nothing of it is stored',
    }),
  ),
});

const Reason = Nullable(Type.String({ description: 'Why it is held' }));
const Message = Nullable(Type.String({ description: 'The same in a sentence' }));
const TaskId = Nullable(Type.String({ description: 'The task of the person who decides' }));
const SaleNumber = Nullable(Type.String({ description: 'TXN number of the sale' }));
const Flags = Type.Array(OneOf(FLAGS), {
  description:
    '`late`: its shift was closed before. `clock`: booked when it arrived. `held_elsewhere`: its parked sale was continued at another till',
});

export const SyncAnswer = Answer({
  results: Type.Array(
    Answer({
      counter: Type.Integer(),
      status: OneOf(['accepted', 'duplicate', 'held', 'chain_closed']),
      reason: Reason,
      message: Message,
      task_id: TaskId,
      transaction_id: SaleNumber,
      flags: Flags,
    }),
  ),
});
export type SyncResult = Static<typeof SyncAnswer>['results'][number];

const Chain = Type.Integer({ description: 'From 1; each restart of the journal begins the next' });

const Gap = Answer({
  first_counter: Type.Integer(),
  last_counter: Type.Integer(),
  missing: Type.Integer({ description: 'How many of them have not arrived' }),
  task_id: Type.String(),
  noticed_at: Timestamp,
});

export const HeadAnswer = Answer({
  terminal_id: Type.String(),
  chain: Chain,
  counter: Type.Integer({ description: 'Counter of the last entry; 0 without any' }),
  hash: Type.String({ description: 'Hash of the last entry; 64 zeros without any' }),
  last_till_number: Nullable(
    Type.String({ description: 'The highest number that this till gave a sale' }),
  ),
  gaps: Type.Array(Gap, { description: 'Entries that have not arrived' }),
  server_time: Timestamp,
  denominations: Type.Array(Money, {
    description: 'Coins and notes for a count of the drawer; empty if any value is allowed',
  }),
  is_signed: Type.Boolean({ description: 'The store signs what its tills record' }),
  to_enter: Type.Array(
    Answer({ id: Uuid, kind: OneOf(['sale', 'return', 'payment', 'shift_close']), data: Data }),
    { description: 'What the routes have booked at this till and its journal has no entry of' },
  ),
});

export const JournalQuery = Query({
  terminal_id: Type.Optional(Terminal),
  store: Type.Optional(Text(255, 1)),
  status: Type.Optional(OneOf(STATUSES)),
  ...PageQuery,
});

export const GapQuery = Query({
  terminal_id: Type.Optional(Terminal),
  store: Type.Optional(Text(255, 1)),
});

export const GapAnswer = Answer({ store: Uuid, terminal_id: Type.String(), ...Gap.properties });

export const EntryParams = Params({ id: Uuid });

export const EntryAnswer = Answer({
  id: Uuid,
  store: Uuid,
  terminal_id: Type.String(),
  chain: Chain,
  counter: Type.Integer(),
  kind: Type.String(),
  occurred_at: Type.String({ description: "The till's own time, as it was sent" }),
  booked_at: Timestamp,
  received_at: Timestamp,
  status: OneOf(STATUSES),
  flags: Flags,
  reason: Reason,
  message: Message,
  task_id: TaskId,
  till_number: Nullable(Type.String()),
  transaction_id: SaleNumber,
  data: Data,
  previous_hash: Type.String({ description: 'Equals `hash` of the entry before; 64 zeros first' }),
  hash: Type.String({ description: "HMAC of the till's hash with a key of the service" }),
  is_chained: Type.Boolean({ description: 'Whether it has the place of its counter' }),
  sent_by: Uuid,
  settled_by: Nullable(Uuid),
  settled_at: Nullable(Timestamp),
  settled_note: Nullable(Type.String()),
});

export const SettleBody = Body({
  reason: Type.String({
    maxLength: 500,
    pattern: '\\S',
    description: 'How the matter was settled, such as the number of a sale booked instead',
  }),
});

export const TillParams = Params({ terminal_id: Terminal });
export const RestartBody = Body({
  reason: Type.String({ maxLength: 500, pattern: '\\S', description: 'Why a new chain begins' }),
});
export const RestartAnswer = Answer({ terminal_id: Type.String(), chain: Chain });

/** Who did it; without it, the employee whose login sends the entry. */
const EmployeeId = Type.Optional(Text(100, 1));

const TillNumber = Type.String({ maxLength: 120, pattern: '^.{1,100}-\\d{6,12}$' });

/** The create body of a sale with its number and payments. */
export const SaleData = Body({
  ...Type.Omit(CreateBody, ['payment']).properties,
  number: TillNumber,
  payments: Type.Optional(Type.Array(PaymentBody, { maxItems: MAX_PAYMENTS })),
  held_sale_id: Type.Optional(Text(100, 1)),
  held_sale_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  may_be_booked: Type.Optional(
    Type.Boolean({ description: 'An earlier request may have booked it: a person compares' }),
  ),
});

/** A sale of the service: one that its routes have completed, or one that `payments` complete. */
export const PaidSaleData = Body({
  employee_id: EmployeeId,
  number: TillNumber,
  transaction: Text(300, 1),
  total_amount: CreateBody.properties.total_amount,
  /** What the till showed as due before these payments. */
  amount_due: Type.Optional(CreateBody.properties.total_amount),
  payments: Type.Optional(Type.Array(PaymentBody, { minItems: 1, maxItems: MAX_PAYMENTS })),
});

/** A refund that the routes of the service have made at this till. */
export const BookedRefundData = Body({
  employee_id: EmployeeId,
  transaction: Text(300, 1),
  refund: Text(100, 1),
  total_amount: CreateBody.properties.total_amount,
});

/** A payment of a sale that is not completed. */
export const BookedPaymentData = Body({
  employee_id: EmployeeId,
  transaction: Text(300, 1),
  payment: Text(100, 1),
  total_amount: CreateBody.properties.total_amount,
});

/** A shift that the routes of the service have closed. */
export const BookedShiftData = Body({
  employee_id: EmployeeId,
  shift: Text(100, 1),
  total_amount: CreateBody.properties.total_amount,
});

export const ReturnData = Body({
  employee_id: EmployeeId,
  transaction: Text(300, 1),
  return_reason: ReturnReason,
  notes: Type.Optional(Text(10_000)),
  line_items: Type.Array(
    Body({
      original_line_item: Type.Optional(Text(100, 1)),
      line: Type.Optional(Type.Integer({ minimum: 0 })),
      sku: Type.Optional(Text(100, 1)),
      quantity: QuantityInput({ minimum: 1, maximum: 9_999 }),
      reason: Type.Optional(ReturnReason),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
  refund_to: Type.Optional(OneOf(['original', 'cash', 'store_credit'])),
  restock: Type.Optional(Type.Boolean()),
  /** What the till has paid back in cash. */
  refund_amount: Type.Optional(CreateBody.properties.total_amount),
  approval_request_id: Type.Optional(Text(100, 1)),
});

export const ShiftOpenData = Body({
  employee_id: EmployeeId,
  opening_float: OpenBody.properties.opening_float,
});

export const DrawerData = Body({
  employee_id: EmployeeId,
  reason: Type.String({ maxLength: 500, pattern: '\\S' }),
});

export const CashData = Body({ employee_id: EmployeeId, ...MoveBody.properties });

export const ShiftCloseData = Body({
  employee_id: EmployeeId,
  denominations: CountBody.properties.denominations,
  reason: Type.Optional(Text(500)),
});
