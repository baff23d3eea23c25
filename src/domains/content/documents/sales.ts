import { fact, ours, reference } from './fields.js';
import type { Kind } from './kind.js';

/** A sale with its lines; the lines have no document of their own. */
const sale: Kind = {
  name: 'sale',
  modelType: 'SaleTransaction',
  type: 'salesTransaction',
  prefix: 'saleTransaction',
  fields: [
    fact('transactionId', 'transaction_number'),
    ours(reference('store', 'store_id', 'store')),
    fact('status', 'status'),
    fact('sourceSystem', 'source_system'),
    fact('currency', 'currency'),
    fact('subtotal', 'subtotal'),
    fact('promotionDiscount', 'promotion_discount'),
    fact('taxAmount', 'tax_amount'),
    fact('shippingAmount', 'shipping_amount'),
    fact('totalAmount', 'total_amount'),
    fact('totalPaid', 'total_paid'),
    fact('changeDue', 'change_due'),
    fact('lineItems', 'lines'),
    fact('createdAt', 'created_at'),
    fact('completedAt', 'completed_at'),
    fact('voidedAt', 'voided_at'),
    fact('voidReason', 'void_reason'),
  ],
};

const line: Kind = {
  name: 'sale_line',
  modelType: 'SaleLineItem',
  type: 'saleLineItem',
  prefix: 'saleLineItem',
  fields: [],
  within: { kind: 'sale', column: 'transaction_id' },
};

const returned: Kind = {
  name: 'return',
  modelType: 'Return',
  type: 'salesReturn',
  prefix: 'salesReturn',
  fields: [
    fact('returnNumber', 'return_number'),
    ours(reference('transaction', 'transaction_id', 'sale')),
    ours(reference('store', 'store_id', 'store')),
    fact('status', 'status'),
    fact('returnReason', 'return_reason'),
    fact('refundAmount', 'refund_amount'),
    fact('lineItems', 'lines'),
    fact('createdAt', 'created_at'),
    fact('completedAt', 'completed_at'),
  ],
};

/** Without its code: who knows it can spend the credit. */
const credit: Kind = {
  name: 'store_credit',
  modelType: 'StoreCredit',
  type: 'storeCredit',
  prefix: 'storeCredit',
  fields: [
    ours(reference('store', 'store_id', 'store')),
    ours(reference('return', 'return_id', 'return')),
    fact('amount', 'amount'),
    fact('balance', 'balance'),
    fact('currency', 'currency'),
    fact('createdAt', 'created_at'),
  ],
};

const task: Kind = {
  name: 'task',
  modelType: 'Task',
  type: 'task',
  prefix: 'task',
  fields: [
    fact('taskId', 'task_id'),
    fact('title', 'title'),
    fact('description', 'description'),
    ours(reference('store', 'store_id', 'store')),
    ours(reference('assignedTo', 'assigned_to', 'user')),
    fact('priority', 'priority'),
    fact('status', 'status'),
    fact('dueDate', 'due_date'),
    fact('completedAt', 'completed_at'),
  ],
};

export const saleKinds: readonly Kind[] = [sale, line, returned, credit, task];
