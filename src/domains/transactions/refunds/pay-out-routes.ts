import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { idCursor, page } from '../../../platform/http/paginate.js';
import {
  Answer,
  Money,
  Nullable,
  OneOf,
  Params,
  Query,
  Timestamp,
  Type,
  Uuid,
  WHOLE_LIMIT,
  WholePageQuery,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { can, keyScope, till, tillStaffOf } from '../../access/index.js';
import { REFUND_CAUSES, RefundAnswer } from '../../payments/index.js';
import { presentRefund } from '../payments/present.js';
import { payOutCash } from './pay-out-cash.js';
import { payOutsOf } from './pay-out-repository.js';

const tags = ['POS'];

const PayOutQuery = Query(WholePageQuery);
const PayOutAnswer = Answer({
  id: Uuid,
  refund_id: Type.String({ description: 'REF number' }),
  transaction_id: Type.String({ description: 'TXN number' }),
  amount: Money,
  rounding: Type.Optional(
    Type.String({ description: 'Present if not 0: what the till pays beyond `amount`.' }),
  ),
  tip: Type.Optional(
    Type.String({ description: 'Present if not 0: the tip that the till pays back, too.' }),
  ),
  currency: Type.String(),
  reason: Type.String(),
  cause: OneOf(REFUND_CAUSES),
  requested_by: Nullable(Uuid),
  requested_by_name: Nullable(Type.String()),
  created_at: Timestamp,
});

/** Cash that the desk has refunded and a till hands out. */
export function payOutRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    '/pos/pay-outs/',
    {
      config: { access: till('payment.take') },
      schema: {
        tags,
        summary: 'Cash refunds of the store that wait to be paid out, oldest first',
        querystring: PayOutQuery,
        response: { 200: Type.Array(PayOutAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = WHOLE_LIMIT, cursor } = request.query;
      const { storeId } = tillStaffOf(request).till;
      const rows = await payOutsOf(db, storeId, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(
        ({ rounding, tip, ...row }) => ({
          ...row,
          ...(rounding !== null && { rounding }),
          ...(tip !== null && { tip }),
          created_at: row.created_at.toISOString(),
        }),
      );
    },
  );

  app.post(
    '/pos/pay-outs/:refund_id/pay/',
    {
      config: { access: till('payment.take') },
      schema: {
        tags,
        summary: 'Pay a waiting cash refund from the drawer of this till, once',
        headers: IdempotencyHeaders,
        params: Params({
          refund_id: Type.String({ maxLength: 100, description: 'UUID or REF number' }),
        }),
        response: { 200: RefundAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const refund = await payOutCash(tx, caller, request.params.refund_id, clock.now());
          return settle(tx, 200, presentRefund(refund, can(caller, 'refund.issue')));
        }),
      );
    },
  );
}
