import { Money, Nullable, OneOf, type Static, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { CardPayment } from './card/attempt-repository.js';
import { presentCardPayment } from './card/present.js';
import { CARD_STATUSES } from './card/rules.js';
import type { NewSale } from './ring-up/new-sale-repository.js';
import { SALE_STATUSES, SOURCES, type Source } from './rules.js';

const TransactionId = Type.String({ description: 'The number of the sale.' });
const Status = OneOf(SALE_STATUSES);
const SourceSystem = OneOf(SOURCES);

const shared = {
  transaction_id: TransactionId,
  status: Status,
  total_amount: Money,
  total_paid: Money,
};

/** Webhook endpoints receive these two; sockets do not (`realtime/messages.ts`). */
const paid = {
  change_due: Type.Optional(Money),
  payment_method: Type.Optional(Nullable(Type.String({ description: 'Not sent to sockets.' }))),
};

/** Omits why: the reason may name the customer, and events outlive an erasure. */
const undone = { previous_status: Type.Optional(Status) };

/** The columns that every event of a sale carries. */
type SaleRow = {
  id: string;
  transaction_number: string;
  store_id: string;
  terminal_id: string | null;
  total_amount: string;
  total_paid: string;
};

const about = <Data extends object>(sale: SaleRow, data: Data) => ({
  storeId: sale.store_id,
  terminalId: sale.terminal_id,
  subjectId: sale.id,
  data: {
    transaction_id: sale.transaction_number,
    total_amount: sale.total_amount,
    total_paid: sale.total_paid,
    ...data,
  },
});

/** A number that the database assigns with the insert is filled in by `insertSale`. */
export const saleCreated = defineEvent(
  'transaction.created',
  {
    summary: 'A sale was created at a till, in the back office or in the web shop.',
    data: Type.Object({
      transaction_id: TransactionId,
      status: Status,
      total_amount: Money,
      source_system: SourceSystem,
      price_overridden: Type.Optional(
        Type.Boolean({ description: 'Sales of a till: a price is not that of the catalogue.' }),
      ),
    }),
    live: true,
    webhook: true,
  },
  (
    sale: Pick<
      NewSale,
      | 'id'
      | 'number'
      | 'storeId'
      | 'terminalId'
      | 'status'
      | 'totalAmount'
      | 'source'
      | 'priceOverridden'
    >,
  ) => ({
    storeId: sale.storeId,
    terminalId: sale.terminalId,
    subjectId: sale.id,
    data: {
      transaction_id: sale.number ?? '',
      status: sale.status,
      total_amount: sale.totalAmount,
      source_system: sale.source,
      ...(sale.source === 'pos' && { price_overridden: sale.priceOverridden }),
    },
  }),
);

const UpdatedData = Type.Object({
  ...shared,
  ...paid,
  ...undone,
  source_system: Type.Optional(SourceSystem),
  reason: Type.Optional(Type.String({ description: 'Why the payment of a web order failed.' })),
  changed: Type.Optional(Type.Array(OneOf(['notes', 'line_items', 'customer']))),
});

export const saleUpdated = defineEvent(
  'transaction.updated',
  {
    summary: 'The status, the amounts, the notes or the customer of a sale changed.',
    data: UpdatedData,
    live: true,
    webhook: true,
  },
  (
    sale: SaleRow,
    change: Omit<Static<typeof UpdatedData>, 'transaction_id' | 'total_amount' | 'total_paid'>,
  ) => about(sale, change),
);

const CompletedData = Type.Object({
  ...shared,
  ...paid,
  source_system: Type.Optional(SourceSystem),
  applied_promotions: Type.Optional(Type.Array(Type.Object({ promotion_id: Uuid, amount: Money }))),
  subject_keys: Type.Optional(
    Type.Array(Type.String(), { description: 'The visit and the customer, for A/B tests.' }),
  ),
});

export const saleCompleted = defineEvent(
  'transaction.completed',
  { summary: 'A sale was paid in full.', data: CompletedData, live: true, webhook: true },
  (
    sale: SaleRow & { source_system: Source },
    payment: Pick<
      Static<typeof CompletedData>,
      'change_due' | 'payment_method' | 'applied_promotions' | 'subject_keys'
    >,
  ) => about(sale, { status: 'completed' as const, source_system: sale.source_system, ...payment }),
);

const CardPaymentData = Type.Object({
  payment_id: Uuid,
  payment_intent_id: Nullable(Type.String({ description: "The processor's id of the payment." })),
  status: OneOf(CARD_STATUSES),
  amount: Money,
  failure_code: Nullable(Type.String()),
  message: Nullable(Type.String()),
  tip: Type.Optional(Money),
  card_last_four: Nullable(Type.String()),
  card_brand: Nullable(Type.String()),
  transaction: Type.Object({ ...shared, amount_due: Money }),
});

export const cardPaymentUpdated = defineEvent(
  'card_payment.updated',
  { summary: 'A card payment on the reader of a till changed.', data: CardPaymentData, live: true },
  (payment: CardPayment) => ({
    storeId: payment.store_id,
    terminalId: payment.terminal_id,
    subjectId: payment.payment_id,
    data: presentCardPayment(payment),
  }),
);

export const saleVoided = defineEvent(
  'transaction.voided',
  {
    summary: 'A sale was voided.',
    data: Type.Object({ ...shared, ...undone }),
    webhook: true,
  },
  (sale: SaleRow & { status: (typeof SALE_STATUSES)[number] }) =>
    about(sale, { status: 'voided' as const, previous_status: sale.status }),
);
