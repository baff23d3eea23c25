import {
  Answer,
  Body,
  Moment,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Quantity,
  QuantityInput,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { UNITS } from '../../platform/quantity.js';
import { CostOf } from '../access/index.js';
import { GoodsFields } from '../catalog/index.js';
import {
  PAYMENT_STATUSES,
  REFUND_ACTIONS,
  REFUND_CAUSES,
  REFUND_STATUSES,
  SHOWN_VERIFICATIONS,
  wayFields,
} from '../payments/index.js';
import { ADJUSTMENT_KINDS } from './adjustments.js';
import { FIGURE_FILTERS } from './figures/filter-schemas.js';
import { SALE_FLAGS, SALE_STATUSES, SOURCES } from './rules.js';

export const Status = OneOf(SALE_STATUSES);

export const ORDERINGS = [
  'created_at',
  '-created_at',
  'totalAmount',
  '-totalAmount',
  'transactionId',
  '-transactionId',
  'status',
  '-status',
  'store',
  '-store',
] as const;
export type Ordering = (typeof ORDERINGS)[number];

export const SaleParams = Params({ transactionId: Text(300, 1) });

const filters = {
  status: Type.Optional(Status),
  store: Type.Optional(Text(255, 1)),
  date_from: Type.Optional(
    Type.String({ format: 'date', description: "First day, in the store's time zone" }),
  ),
  date_to: Type.Optional(
    Type.String({ format: 'date', description: "Last day, in the store's time zone" }),
  ),
  terminal: Type.Optional(Text(100, 1)),
  employee: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Employee number or id; `none`: sales without a person',
    }),
  ),
  customer: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Id or email address' }),
  ),
  channel: Type.Optional(OneOf(SOURCES)),
  amount_min: Type.Optional(MoneyInput),
  amount_max: Type.Optional(MoneyInput),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A number, its beginning, or the last part of one of the last 92 days; words of the notes or the goods, a SKU, the name or email address of the customer',
    }),
  ),
  flag: Type.Optional(OneOf(SALE_FLAGS)),
  hour: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 23, description: "Hour of the store's clock" }),
  ),
  category: Type.Optional(
    Type.String({
      pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$',
      description: 'Sales with goods of the category with this id; `none`: of no category',
    }),
  ),
  product: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Sales of this product' }),
  ),
  counted: Type.Optional(
    Type.Boolean({
      description:
        'True: the sales that reports count, by the day they were completed; voided ones do not count',
    }),
  ),
  ...FIGURE_FILTERS,
  ordering: Type.Optional(OneOf(ORDERINGS, { default: '-created_at' })),
};
/** The export takes the filters and the order of the list. */
export const ExportQuery = Query(filters);
export const ListQuery = Query({ ...filters, ...PageQuery });

export const SaleListed = Answer({
  transactionId: Type.String(),
  status: Status,
  totalAmount: Money,
  store: Uuid,
  created_at: Timestamp,
  terminal_id: Nullable(Type.String()),
  source_system: OneOf(SOURCES),
  currency: Type.String(),
  employee_name: Nullable(Type.String()),
  customer_name: Nullable(
    Type.String({
      description: 'Or the e-mail address of a guest; null without `customer.read`',
    }),
  ),
  part_amount: Type.Optional(
    Type.String({
      ...Money,
      description:
        'What of the sale the filter is about: its refunds, discounts, goods without tax, or payments; only with such a filter',
    }),
  ),
});

/** The bundle that goods were sold in; those with the same `line` belong together. */
export const BundleOfLine = Answer({
  product_id: Type.Integer(),
  variant_id: Uuid,
  sku: Type.String(),
  name: Type.String(),
  quantity: Type.Integer({ description: 'How many bundles' }),
  line: Type.Integer({ description: 'Position of its first line' }),
});

export const LineAnswer = Answer({
  id: Uuid,
  transactionId: Type.String(),
  productVariantId: Uuid,
  sku: Type.String(),
  name: Type.String(),
  ...GoodsFields,
  quantity: Quantity,
  unit: OneOf(UNITS),
  unitPrice: Money,
  subtotal: Money,
  discount: Money,
  taxAmount: Money,
  isTaxExempt: Type.Boolean(),
  taxClass: Type.String(),
  costAtSale: CostOf(Money, 'Null for callers without `cost.read`'),
  costCurrency: Type.String({ description: 'Currency of costAtSale' }),
  returnedQuantity: Quantity,
  bundle: Nullable(BundleOfLine),
});

const Breakdown = Answer({
  jurisdiction: Type.String(),
  taxable_amount: Money,
  rate: Type.String(),
  tax_collected: Money,
  tax_class: Type.Optional(Type.String({ description: 'Absent in sales before tax classes' })),
  net: Type.Optional(Money),
  tax: Type.Optional(Money),
  gross: Type.Optional(Money),
});

/** A payment inside a sale, without the employee and the till. */
export const PaymentRecord = Answer({
  id: Uuid,
  payment_id: Uuid,
  amount: Money,
  rounding: Money,
  tip: Money,
  status: OneOf(PAYMENT_STATUSES),
  processor_transaction_id: Nullable(Type.String()),
  card_last_four: Nullable(Type.String()),
  card_brand: Nullable(Type.String()),
  reference: Nullable(Type.String({ description: 'Slip number of a stand-alone terminal' })),
  refunds: Type.Array(
    Answer({
      id: Uuid,
      refund_id: Type.String(),
      amount: Money,
      rounding: Money,
      tip: Money,
      status: OneOf(REFUND_STATUSES),
      cause: OneOf(REFUND_CAUSES),
      ...wayFields,
      processed_at: Nullable(Timestamp),
    }),
  ),
});

const adjustmentFields = {
  kind: OneOf(ADJUSTMENT_KINDS),
  line: Nullable(Type.Integer({ description: 'Position of the line, from 0' })),
  amount: Money,
  reason: Nullable(Type.String()),
  actor: Nullable(Uuid),
  approval_request_id: Nullable(Type.String()),
  promotion_id: Nullable(Uuid),
  code: Nullable(Type.String()),
};
export const AdjustmentAnswer = Answer(adjustmentFields);

const ShownAdjustment = Answer({
  ...adjustmentFields,
  approved_by_name: Nullable(Type.String({ description: 'Who decided the approval request' })),
});

export const SaleAnswer = Answer({
  id: Uuid,
  transactionId: Type.String(),
  till_number: Nullable(
    Type.String({ description: 'The number that the till gave the sale, as on its receipt' }),
  ),
  documentId: Type.String(),
  status: Status,
  source_system: OneOf(SOURCES),
  currency: Type.String(),
  subtotal: Money,
  appliedPromotionDiscount: Money,
  taxAmount: Money,
  prices_include_tax: Type.Boolean({
    description: 'Whether unit prices, subtotal and shipping contain the tax',
  }),
  tax_exemption: Nullable(Type.String({ description: 'Why the customer paid no tax' })),
  tax_destination: Nullable(
    Answer(
      { country: Type.String(), region: Nullable(Type.String()) },
      { description: 'The place whose taxes a shipped order has; null: those of the store' },
    ),
  ),
  customer_id: Nullable(Uuid),
  customer_name: Nullable(
    Type.String({ description: 'Null for guests and without `customer.read`' }),
  ),
  customer_email: Nullable(
    Type.String({ description: 'As entered with a web order; null without `customer.read`' }),
  ),
  shippingAmount: Money,
  totalAmount: Money,
  totalPaid: Money,
  changeDue: Money,
  rounding_amount: Money,
  tip: Type.String({ description: 'Tips of all payments; not part of `totalPaid`' }),
  tax_breakdown: Nullable(Type.Array(Breakdown)),
  price_overridden: Type.Boolean(),
  tax_variance: Money,
  variances: Type.Array(Answer({ field: Type.String(), charged: Money, expected: Money })),
  adjustments: Type.Array(ShownAdjustment, {
    description: 'Every discount of the sale with its reason',
  }),
  notes: Type.String(),
  note: Type.String({ description: 'For the customer; printed on the receipt' }),
  pickup_name: Type.String({ description: 'Who collects the goods; printed on the receipt' }),
  exchange_of: Nullable(
    Answer(
      { return_id: Uuid, return_number: Type.String(), transaction_id: Type.String() },
      { description: 'The return and the sale that this sale exchanges goods of' },
    ),
  ),
  store: Answer({ id: Uuid, name: Type.String() }),
  employee: Nullable(Uuid),
  employee_name: Nullable(Type.String()),
  terminal_id: Nullable(Type.String()),
  lineItems: Type.Array(LineAnswer),
  payment_records: Type.Array(PaymentRecord),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
  completedAt: Nullable(Timestamp),
  voidedAt: Nullable(Timestamp),
  voidReason: Nullable(Type.String()),
});

const Notes = Text(10_000);

export const OpenBody = Body({ storeId: Text(255, 1), notes: Type.Optional(Notes) });
/** A till sends at most as many lines. */
const MAX_LINES = 500;
const MAX_QUANTITY = 9_999;

/** The sums are those of the sale with these lines; a sent one that differs is refused. */
export const LinesBody = Body({
  line_items: Type.Array(
    Body({
      product_variant_id: Type.Optional(Uuid),
      sku: Type.Optional(Text(100, 1)),
      quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
      unit_price: Type.Optional(MoneyInput),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
  subtotal: Type.Optional(MoneyInput),
  tax_amount: Type.Optional(MoneyInput),
  total_amount: Type.Optional(MoneyInput),
});

export const NotesBody = Body({ notes: Type.Optional(Notes) });
export const ChangeBody = Body({
  notes: Type.Optional(Notes),
  customer_id: Type.Optional(
    Nullable(
      Type.String({
        format: 'uuid',
        description: 'Attaches the customer; null detaches the one of a sale that is not paid.',
      }),
    ),
  ),
});

/** Without it, cash refunded at the desk becomes a pay-out at a till. */
const ShiftRef = Type.Optional(
  Type.String({ maxLength: 100, description: 'The open shift whose drawer pays cash back.' }),
);

export const VoidBody = Body({
  reason: Text(500, 1),
  approval_request_id: Type.Optional(Text(100, 1)),
  shift_id: ShiftRef,
});

export const VoidAnswer = Answer({
  transactionId: Type.String(),
  status: Status,
  voidedAt: Timestamp,
  voidReason: Type.String(),
  totalAmount: Money,
  payment_records: Type.Array(PaymentRecord),
});

export const LinesQuery = Query({ transaction: Type.Optional(Text(300, 1)), ...PageQuery });

export const AgeCheckBody = Body({
  method: OneOf(['id_scan', 'visual']),
  confirmed: Type.Boolean(),
});

export const RecordPaymentBody = Body({
  transaction: Text(300, 1),
  payment_method: Text(100, 1),
  amount: MoneyInput,
  status: Type.Optional(
    OneOf(['pending', 'requires_action', 'succeeded', 'failed'], { default: 'succeeded' }),
  ),
  processor_transaction_id: Type.Optional(Nullable(Text(255, 1))),
  reference: Type.Optional(Text(100, 1)),
  processed_at: Type.Optional(Moment),
  age_check: Type.Optional(AgeCheckBody),
  store_credit_code: Type.Optional(Text(50, 1)),
  gift_card_code: Type.Optional(Text(50, 1)),
});

export const RefundBody = Body({
  payment: Text(100, 1),
  amount: Type.Optional(MoneyInput),
  reason: Text(500, 1),
  approval_request_id: Type.Optional(Text(100, 1)),
  shift_id: ShiftRef,
});

export const ConfirmBody = Body({
  reference: Type.String({
    maxLength: 100,
    pattern: '\\S',
    description: 'The number on the slip of the terminal.',
  }),
});

const SaleRef = Type.Optional(Text(300, 1));

export const PaymentQuery = Query({
  transaction: SaleRef,
  store: Type.Optional(Text(255, 1)),
  status: Type.Optional(OneOf(PAYMENT_STATUSES)),
  verification: Type.Optional(OneOf(SHOWN_VERIFICATIONS)),
  payment_method: Type.Optional(Text(50, 1)),
  ...PageQuery,
});

export const RefundQuery = Query({
  transaction: SaleRef,
  store: Type.Optional(Text(255, 1)),
  payment: Type.Optional(Uuid),
  status: Type.Optional(OneOf(REFUND_STATUSES)),
  action_required: Type.Optional(OneOf(REFUND_ACTIONS)),
  ...PageQuery,
});
