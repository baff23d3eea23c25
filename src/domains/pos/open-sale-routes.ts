import { atomically } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { can, keyScope, staffOf, till, tillStaffOf } from '../access/index.js';
import { presentGoods } from '../catalog/index.js';
import { presentRefundRecord } from '../payments/index.js';
import {
  attachCustomer,
  cancelSale,
  labelSale,
  namesOfLine,
  type OpenSale,
  openSalesOf,
} from '../transactions/index.js';
import {
  AttachAnswer,
  AttachBody,
  CancelAnswer,
  CancelBody,
  OpenSaleAnswer,
} from './open-sale-schemas.js';
import { SaleParams } from './schemas.js';

const tags = ['POS'];

/** Far above the open sales of a busy store; unpaid ones expire after 24 hours. */
const MAX_OPEN_SALES = 200;

/** Sales that are not paid in full: any till of the store resumes or cancels them. */
export function openSaleRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  attachRoute(app, platform);

  app.get(
    '/pos/transactions/open/',
    {
      config: { access: till('sale.read') },
      schema: {
        tags,
        summary: 'Unpaid and partly paid sales of the tills of this store, newest first',
        response: { 200: Type.Array(OpenSaleAnswer) },
      },
    },
    async request => {
      const { storeId } = tillStaffOf(request).till;
      return (await openSalesOf(platform.db, storeId, MAX_OPEN_SALES)).map(presentOpenSale);
    },
  );

  app.post(
    '/pos/transactions/:transaction_id/cancel/',
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Cancel an unpaid or partly paid sale and give back what was paid',
        headers: IdempotencyHeaders,
        params: SaleParams,
        body: CancelBody,
        response: { 200: CancelAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { reason, approval_request_id: approvalRequestId } = request.body;
      const sale = request.params.transaction_id;
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: cancelled(
          await cancelSale(platform, caller, { sale, reason, approvalRequestId }),
          can(caller, 'refund.issue'),
        ),
      }));
    },
  );
}

function attachRoute(app: App, platform: Platform): void {
  app.patch(
    '/pos/transactions/:transaction_id/',
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Attach a customer to a sale of this store that is not paid, or label it',
        description: 'A `customer_id` of null detaches the customer.',
        params: SaleParams,
        body: AttachBody,
        response: { 200: AttachAnswer },
      },
    },
    async request => {
      const { transaction_id: ref } = request.params;
      const caller = staffOf(request);
      const { customer_id: customerId, ...labels } = request.body;
      const sale = await atomically(platform.db, async tx => {
        if (customerId !== undefined) await attachCustomer(tx, platform, caller, ref, customerId);
        return labelSale(tx, platform, caller, ref, trimmed(labels));
      });
      return {
        success: true as const,
        transaction: {
          transaction_id: sale.transaction_number,
          status: sale.status,
          total_amount: sale.total_amount,
          customer_id: sale.customer_id,
          ...(Object.keys(labels).length > 0 && {
            pickup_name: sale.pickup_name,
            note: sale.note,
          }),
        },
      };
    },
  );
}

const trimmed = (labels: { pickup_name?: string; note?: string }) =>
  Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, text.trim()]));

const presentOpenSale = ({ transaction_number, ...sale }: OpenSale) => ({
  ...sale,
  transaction_id: transaction_number,
  amount_due: formatMoney(
    minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency),
    sale.currency,
  ),
  created_at: sale.created_at.toISOString(),
  lines: sale.lines.map(line => ({ ...line, ...presentGoods(namesOfLine(line)) })),
  payments: sale.payments.map(payment => ({
    ...payment,
    processed_at: new Date(payment.processed_at).toISOString(),
  })),
});

const cancelled = (
  { sale, refunds }: Awaited<ReturnType<typeof cancelSale>>,
  showsCodes: boolean,
) => ({
  success: true as const,
  transaction: {
    transaction_id: sale.transaction_number,
    status: sale.status,
    total_amount: sale.total_amount,
    total_paid: sale.total_paid,
    currency: sale.currency,
    voided_at: sale.voided_at?.toISOString() ?? null,
    void_reason: sale.void_reason,
  },
  refunds: refunds.map(refund => presentRefundRecord(refund, showsCodes)),
});
