/** A payment that a till takes, as it is written down with its sale. */
export type Booking = {
  id: string;
  methodId: string;
  amount: string;
  tendered: string;
  processorType: string | null;
  processorTransactionId: string | null;
  verification: string;
  operatorId: string | null;
  registerId: string | null;
  storeCreditId: string | null;
  /** When the money moved, as the till or another system says. */
  processedAt: Date;
  bookedAt: Date;
};

/** The values of `bookingSql`, in the order of its parameters. */
export const bookingValues = (booking: Booking): unknown[] => [
  booking.id,
  booking.methodId,
  booking.amount,
  booking.tendered,
  booking.processorType,
  booking.processorTransactionId,
  booking.verification,
  booking.operatorId,
  booking.registerId,
  booking.storeCreditId,
  booking.processedAt,
  booking.bookedAt,
];

/** The names of the parameters of `bookingSql`, if its first one is `$first`. */
export const bookingParameters = (first: number) => ({
  id: `$${first}`,
  method: `$${first + 1}`,
  amount: `$${first + 2}`,
  tendered: `$${first + 3}`,
  processor: `$${first + 4}`,
  processorTransaction: `$${first + 5}`,
  verification: `$${first + 6}`,
  operator: `$${first + 7}`,
  register: `$${first + 8}`,
  credit: `$${first + 9}`,
  processedAt: `$${first + 10}`,
  bookedAt: `$${first + 11}`,
});

/**
 * The part of payments in the statement by which a sale takes money: the common table expressions
 * `attempt` and `payment`, of which one holds the id of the payment. They need `sale`, the row of
 * the sale or none, and `shift`, the open shift or none. An attempt of this sale that was written
 * before its processor took the money becomes the payment, so that one charge has one row.
 */
export function bookingSql(first: number): string {
  const $ = bookingParameters(first);
  return `attempt as (
  update payments
  set status = 'succeeded', payment_method_id = ${$.method}, amount = ${$.amount},
    tendered = ${$.tendered}, verification = ${$.verification}, failure_code = null,
    operator_id = ${$.operator}, register_id = ${$.register},
    shift_id = (select id from shift), processed_at = ${$.processedAt}, updated_at = ${$.bookedAt}
  from sale
  where payments.transaction_id = sale.id
    and payments.processor_transaction_id = ${$.processorTransaction}
    and payments.processor_type is not distinct from ${$.processor}
    and payments.status in ('pending', 'requires_action', 'failed')
  returning payments.id
), payment as (
  insert into payments (id, transaction_id, store_id, currency, payment_method_id, amount, tendered,
    status, processor_type, processor_transaction_id, verification, operator_id, register_id,
    store_credit_id, shift_id, processed_at, created_at, updated_at)
  select ${$.id}, id, store_id, currency, ${$.method}, ${$.amount}, ${$.tendered}, 'succeeded',
    ${$.processor}, ${$.processorTransaction}, ${$.verification}, ${$.operator}, ${$.register},
    ${$.credit}, (select id from shift), ${$.processedAt}, ${$.bookedAt}, ${$.bookedAt}
  from sale where not exists (select from attempt)
  returning id
)`;
}
