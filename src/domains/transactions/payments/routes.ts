import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, staff, staffOf } from '../../access/index.js';
import { PaymentAnswer, RefundAnswer } from '../../payments/index.js';
import { refundPayment } from '../refunds/refund-payment.js';
import { RecordPaymentBody, RefundBody } from '../schemas.js';
import { presentPayment } from './present.js';
import { recordPayment } from './record-payment.js';

const tags = ['Payments'];

/** Payments and refunds that change the status of a sale. */
export function paymentRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.post(
    '/payments/payments/',
    {
      config: { access: staff('payment.take') },
      schema: {
        tags,
        summary: 'Record a payment taken elsewhere',
        headers: IdempotencyHeaders,
        body: RecordPaymentBody,
        response: { 201: PaymentAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx =>
          settle(
            tx,
            201,
            presentPayment(await recordPayment(platform, tx, caller, request.body), false),
          ),
        ),
      );
    },
  );

  app.post(
    '/payments/refunds/',
    {
      config: { access: staff('payment.take') },
      schema: {
        tags,
        summary: 'Refund a payment in full or in part',
        headers: IdempotencyHeaders,
        body: RefundBody,
        response: { 201: RefundAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { payment, amount, reason } = request.body;
      const refund = {
        payment,
        amount,
        reason,
        approvalRequestId: request.body.approval_request_id,
        shiftId: request.body.shift_id,
      };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        refundPayment(platform, caller, refund, settle),
      );
    },
  );
}
