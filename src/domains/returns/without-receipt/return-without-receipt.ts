import type { Tx } from '../../../platform/database/tx.js';
import { Failure, invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import type { TillStaff } from '../../access/index.js';
import { consumeApproval } from '../../approvals/index.js';
import { putBack } from '../../inventory/index.js';
import { buyerById } from '../../people/index.js';
import { issueStoreCredit } from '../../stored-value/index.js';
import type { WithoutReceiptBody } from '../schemas.js';
import { insertWithoutReceipt } from './repository.js';
import type { ValuedGoods } from './value-without-receipt.js';

type Body = Static<typeof WithoutReceiptBody>;
/** Takes goods back for a store credit. A second person always has to approve it. */
export async function returnWithoutReceipt(
  tx: Tx,
  caller: TillStaff,
  body: Body,
  { store, lines, totalMinor, at }: ValuedGoods,
) {
  const id = newId(at);
  const subject = {
    terminalId: caller.till.terminalId,
    goods: lines.map(({ sku, quantity, unit }) => ({
      sku,
      quantity: shownQuantity(quantity, unit),
    })),
  };
  const approval = await consumeApproval(tx, {
    requestId: body.approval_request_id,
    subjects: { refund: subject, return: subject },
    amountMinor: totalMinor,
    currency: store.currency,
    storeId: store.id,
    usedBy: caller.userId,
    usedFor: `return without receipt ${id}`,
    now: at,
  }).catch((error: unknown) => {
    throw naming(error, { store, lines, totalMinor });
  });
  const customer = body.customer_id ? await buyerById(tx, body.customer_id) : undefined;
  if (body.customer_id !== undefined && customer?.role !== 'customer') {
    throw invalidField('customer_id', 'There is no such customer.');
  }
  const credit = await issueStoreCredit(tx, {
    storeId: store.id,
    customerId: body.customer_id ?? null,
    currency: store.currency,
    amountMinor: totalMinor,
    now: at,
  });
  const row = {
    id,
    store_id: store.id,
    currency: store.currency,
    return_reason: body.return_reason,
    notes: body.notes ?? '',
    restock: body.restock ?? true,
    refund_amount: formatMoney(totalMinor, store.currency),
    value_account_id: credit.id,
    approval_request_id: approval.requestId,
    terminal_id: caller.till.terminalId,
    requested_by: caller.userId,
    decided_by: approval.approvedBy,
    created_at: at,
  };
  const goods = lines.map(({ amountMinor: _, ...line }) => line);
  const number = await insertWithoutReceipt(tx, row, at.getUTCFullYear(), goods);
  if (row.restock) {
    await putBack(tx, {
      kind: 'return',
      reference: id,
      storeId: store.id,
      lines: lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
      actorId: caller.userId,
      terminalId: caller.till.terminalId,
      reason: `Return ${number} without a receipt`,
    });
  }
  return shown({ ...row, return_number: number }, goods, credit);
}

/** The refusal says what has to be approved, because a till cannot know the lowest prices. */
function naming(error: unknown, { store, lines, totalMinor }: Omit<ValuedGoods, 'at'>): unknown {
  if (!(error instanceof Failure) || error.code !== 'APPROVAL_REQUIRED') return error;
  const details = {
    refund_amount: formatMoney(totalMinor, store.currency),
    line_items: lines.map(({ sku, refund_amount }) => ({ sku, refund_amount })),
  };
  return new Failure(error.kind, error.code, error.message, { details });
}

const shown = (
  row: {
    id: string;
    return_number: string;
    store_id: string;
    currency: string;
    return_reason: string;
    notes: string;
    restock: boolean;
    refund_amount: string;
    approval_request_id: string;
    terminal_id: string;
    requested_by: string;
    decided_by: string | null;
    created_at: Date;
  },
  goods: readonly Omit<ValuedGoods['lines'][number], 'amountMinor'>[],
  credit: { id: string; code: string },
) => ({
  id: row.id,
  return_number: row.return_number,
  store: row.store_id,
  status: 'completed' as const,
  return_reason: row.return_reason,
  notes: row.notes,
  restock: row.restock,
  refund_amount: row.refund_amount,
  line_items: goods.map(line => ({
    product_variant_id: line.variant_id,
    sku: line.sku,
    name: line.name,
    quantity: shownQuantity(line.quantity, line.unit),
    unit: line.unit,
    reason: line.reason,
    refund_amount: line.refund_amount,
  })),
  store_credit: {
    id: credit.id,
    code: credit.code,
    amount: row.refund_amount,
    balance: row.refund_amount,
    currency: row.currency,
    created_at: row.created_at.toISOString(),
  },
  approval_request_id: row.approval_request_id,
  requested_by: row.requested_by,
  decided_by: row.decided_by,
  terminal_id: row.terminal_id,
  created_at: row.created_at.toISOString(),
});
