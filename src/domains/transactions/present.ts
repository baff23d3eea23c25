import { shownQuantity, type Unit } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import { type Payment, presentWay, type RefundWithCode } from '../payments/index.js';
import type { TaxDestination } from './charged-tax.js';
import { bundleOf, namesOfLine } from './describe-line.js';
import { documentId } from './references.js';
import type { Sale, SaleLine } from './repository.js';
import type { Source, Variance } from './rules.js';
import type { SalePeople } from './sale-people-repository.js';

type Breakdown = {
  jurisdiction: string;
  tax_class?: string;
  net?: string;
  tax?: string;
  gross?: string;
  taxable_amount: string;
  rate: string;
  tax_collected: string;
};

export const presentLine = (line: SaleLine, number: string) => ({
  id: line.id,
  transactionId: number,
  productVariantId: line.variant_id,
  sku: line.sku,
  name: line.name,
  ...presentGoods(namesOfLine(line)),
  quantity: shownQuantity(line.quantity, line.unit),
  unit: line.unit as Unit,
  unitPrice: line.unit_price,
  subtotal: line.subtotal,
  discount: line.discount,
  taxAmount: line.tax,
  isTaxExempt: line.is_tax_exempt,
  taxClass: line.tax_class,
  costAtSale: line.cost_at_sale,
  costCurrency: line.cost_currency,
  returnedQuantity: shownQuantity(line.returned_quantity, line.unit),
  bundle: bundleOf(line),
});

const placeOf = (destination: TaxDestination | null) =>
  destination && { country: destination.country, region: destination.region };

/** The back office's view of a sale. */
export const presentSale = (
  sale: Sale,
  parts: {
    store: { id: string; name: string };
    people: SalePeople;
    showsCustomer: boolean;
    lines: SaleLine[];
    payments: Payment[];
    refunds: RefundWithCode[];
    showsCodes: boolean;
  },
) => ({
  id: sale.id,
  transactionId: sale.transaction_number,
  till_number: sale.till_number,
  documentId: documentId(sale.id),
  status: sale.status,
  source_system: sale.source_system as Source,
  currency: sale.currency,
  subtotal: sale.subtotal,
  appliedPromotionDiscount: sale.promotion_discount,
  taxAmount: sale.tax_amount,
  prices_include_tax: sale.prices_include_tax,
  tax_exemption: sale.tax_exemption,
  tax_destination: placeOf(sale.tax_destination as TaxDestination | null),
  customer_id: sale.customer_id,
  customer_name: parts.showsCustomer ? parts.people.customer : null,
  customer_email: parts.showsCustomer ? sale.customer_email : null,
  shippingAmount: sale.shipping_amount,
  totalAmount: sale.total_amount,
  totalPaid: sale.total_paid,
  changeDue: sale.change_due,
  rounding_amount: sale.rounding_amount,
  tip: sale.tip_amount,
  tax_breakdown: sale.tax_breakdown as Breakdown[] | null,
  price_overridden: sale.price_overridden,
  tax_variance: sale.tax_variance,
  variances: sale.variances as Variance[],
  adjustments: sale.adjustments.map(adjustment => ({
    ...adjustment,
    approved_by_name: parts.people.approvers[adjustment.approval_request_id ?? ''] ?? null,
  })),
  notes: sale.notes,
  note: sale.note,
  pickup_name: sale.pickup_name,
  exchange_of: sale.exchange_of,
  store: { id: parts.store.id, name: parts.store.name },
  employee: sale.employee_id,
  employee_name: parts.people.employee,
  terminal_id: sale.terminal_id,
  lineItems: parts.lines.map(line => presentLine(line, sale.transaction_number)),
  payment_records: presentPayments(parts.payments, parts.refunds, parts.showsCodes),
  expires_at: sale.expires_at?.toISOString() ?? null,
  created_at: sale.created_at.toISOString(),
  completedAt: sale.completed_at?.toISOString() ?? null,
  voidedAt: sale.voided_at?.toISOString() ?? null,
  voidReason: sale.void_reason,
});

export const presentPayments = (
  payments: Payment[],
  refunds: RefundWithCode[],
  showsCodes: boolean,
) =>
  payments.map(payment => ({
    id: payment.id,
    payment_id: payment.id,
    amount: payment.amount,
    rounding: payment.rounding,
    tip: payment.tip,
    status: payment.status,
    processor_transaction_id: payment.processor_transaction_id,
    card_last_four: payment.card_last_four,
    card_brand: payment.card_brand,
    reference: payment.reference,
    refunds: refunds
      .filter(refund => refund.payment_id === payment.id)
      .map(refund => ({
        id: refund.id,
        refund_id: refund.refund_id,
        amount: refund.amount,
        rounding: refund.rounding,
        tip: refund.tip,
        status: refund.status,
        cause: refund.cause,
        ...presentWay(refund, showsCodes),
        processed_at: refund.processed_at?.toISOString() ?? null,
      })),
  }));
