import { describeLine, namesOfLine } from '../../transactions/index.js';
import { type Field, outbound, outboundOnly, reference } from './fields.js';
import type { Kind } from './kind.js';

type LineDocument = { name: string; productName: string; variantName: string };

/** Lines with the names at the time of the sale. */
const lineItems: Field = {
  ...outbound('lineItems', 'lines'),
  write: value => ((value ?? []) as LineDocument[]).map(withDescription),
};

function withDescription(line: LineDocument): LineDocument & { description: string } {
  const sold = {
    name: line.name,
    product_name: line.productName,
    variant_name: line.variantName,
  };
  const { product_name: productName, variant_name: variantName } = namesOfLine(sold);
  return { ...line, productName, variantName, description: describeLine(sold) };
}

/** The document of a sale contains its lines; lines have no documents of their own. */
const sale: Kind = {
  name: 'sale',
  modelType: 'SaleTransaction',
  type: 'salesTransaction',
  prefix: 'saleTransaction',
  fields: [
    outbound('transactionId', 'transaction_number'),
    outboundOnly(reference('store', 'store_id', 'store')),
    outbound('status', 'status'),
    outbound('sourceSystem', 'source_system'),
    outbound('currency', 'currency'),
    outbound('subtotal', 'subtotal'),
    outbound('promotionDiscount', 'promotion_discount'),
    outbound('taxAmount', 'tax_amount'),
    outbound('shippingAmount', 'shipping_amount'),
    outbound('totalAmount', 'total_amount'),
    outbound('totalPaid', 'total_paid'),
    outbound('changeDue', 'change_due'),
    lineItems,
    outbound('createdAt', 'created_at'),
    outbound('completedAt', 'completed_at'),
    outbound('voidedAt', 'voided_at'),
    outbound('voidReason', 'void_reason'),
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
    outbound('returnNumber', 'return_number'),
    outboundOnly(reference('transaction', 'transaction_id', 'sale')),
    outboundOnly(reference('store', 'store_id', 'store')),
    outbound('status', 'status'),
    outbound('returnReason', 'return_reason'),
    outbound('refundAmount', 'refund_amount'),
    lineItems,
    outbound('createdAt', 'created_at'),
    outbound('completedAt', 'completed_at'),
  ],
};

/** Without the code, because anyone with the code can spend the credit. */
const credit: Kind = {
  name: 'store_credit',
  modelType: 'StoreCredit',
  type: 'storeCredit',
  prefix: 'storeCredit',
  fields: [
    outboundOnly(reference('store', 'store_id', 'store')),
    outboundOnly(reference('return', 'return_id', 'return')),
    outbound('amount', 'amount'),
    outbound('balance', 'balance'),
    outbound('currency', 'currency'),
    outbound('createdAt', 'created_at'),
  ],
};

const task: Kind = {
  name: 'task',
  modelType: 'Task',
  type: 'task',
  prefix: 'task',
  fields: [
    outbound('taskId', 'task_id'),
    outbound('title', 'title'),
    outbound('description', 'description'),
    outboundOnly(reference('store', 'store_id', 'store')),
    outboundOnly(reference('assignedTo', 'assigned_to', 'user')),
    outbound('priority', 'priority'),
    outbound('status', 'status'),
    outbound('dueDate', 'due_date'),
    outbound('completedAt', 'completed_at'),
  ],
};

export const saleKinds: readonly Kind[] = [sale, line, returned, credit, task];
