import { atomically } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { formatMoney } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staffOf, till, tillStaffOf } from '../access/index.js';
import { presentGoods } from '../catalog/index.js';
import {
  dueOf,
  type Fulfillment,
  handOver,
  type OrderKey,
  parseOrderSearch,
  type WaitingOrder,
  waitingOrders,
} from '../fulfillments/index.js';
import { namesOfLine, type Source } from '../transactions/index.js';
import { HandOverAnswer, OrderAnswer, OrderQuery } from './order-schemas.js';
import { SaleParams } from './schemas.js';

const tags = ['POS'];

/** Orders that customers collect; an unpaid one is paid by the ordinary payment route first. */
export function orderRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    '/pos/orders/',
    {
      config: { access: till('sale.read') },
      schema: {
        tags,
        summary: 'Orders that wait at this store, found by number, name, phone, mail or QR code',
        querystring: OrderQuery,
        response: { 200: Type.Array(OrderAnswer) },
      },
    },
    async (request, reply) => {
      const { storeId } = tillStaffOf(request).till;
      const { q, limit = DEFAULT_LIMIT, cursor } = request.query;
      const after = afterOrder(decodeCursor(cursor, 3));
      const rows = await waitingOrders(db, storeId, parseOrderSearch(q), after, limit + 1);
      const keyOf = (row: WaitingOrder) => [row.rank, row.scheduled_key, row.fulfillment_id];
      return page(request, reply, rows, limit, keyOf).map(presentOrder);
    },
  );

  app.post(
    '/pos/orders/:transaction_id/hand-over/',
    {
      config: { access: till('fulfillment.handle') },
      schema: {
        tags,
        summary: 'Hand the goods of a paid order to the customer',
        headers: IdempotencyHeaders,
        params: SaleParams,
        response: { 200: HandOverAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { transaction_id: sale } = request.params;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx =>
          settle(tx, 200, handedOver(await handOver(tx, caller, sale, clock.now()))),
        ),
      );
    },
  );
}

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

const afterOrder = (key: (string | number | null)[] | undefined): OrderKey | undefined =>
  key && { rank: Number(key[0]), scheduledKey: String(key[1]), id: String(key[2]) };

function presentOrder({ transaction_number, sale_status, ...order }: WaitingOrder) {
  const due = dueOf({ ...order, sale_status });
  const ages = order.lines.flatMap(line => line.minimum_age ?? []);
  return {
    ...order,
    transaction_id: transaction_number,
    transaction_status: sale_status,
    source_system: order.source_system as Source,
    amount_due: formatMoney(due, order.currency),
    is_paid: due === 0,
    minimum_age: ages.length > 0 ? Math.max(...ages) : null,
    scheduled_at: time(order.scheduled_at),
    expires_at: time(order.expires_at),
    created_at: order.created_at.toISOString(),
    lines: order.lines.map(line => ({ ...line, ...presentGoods(namesOfLine(line)) })),
  };
}

function handedOver([first]: readonly Fulfillment[]) {
  if (first === undefined) throw new Error('a hand-over has no fulfillment');
  return {
    success: true as const,
    order: {
      transaction_id: first.transaction_number,
      fulfillment_id: first.id,
      fulfillment_type: first.fulfillment_type,
      status: first.status,
      amount_due: formatMoney(dueOf(first), first.currency),
      handed_over_at: first.handed_over_at?.toISOString() ?? '',
    },
  };
}
