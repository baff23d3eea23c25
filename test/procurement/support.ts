import { statement } from '../../src/platform/database/tx.js';
import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply, type Shop, type ShopOptions } from '../support/service.js';

export const ORDERS = '/procurement/purchase-orders/';

export const MUGS = { sku: 'MUG-WHITE', ordered_quantity: 10, unit_cost: '4.00' };
export const TEES = { sku: 'TEE-BLACK-M', ordered_quantity: 5, unit_cost: '9.00' };

export const order = (more: Record<string, unknown> = {}) => ({
  store: 'DOWNTOWN',
  vendor_name: 'Harbor Ceramics',
  lines: [MUGS, TEES],
  ...more,
});

export async function openOffice(options: ShopOptions = { background: false }) {
  const shop = await openShop(options);
  const call = async (method: string, path: string, body?: unknown, token?: string, headers = {}) =>
    shop.call(method, `${ORDERS}${path}`, {
      token: token ?? (await shop.officeToken()),
      body,
      headers,
    });
  const draft = async (body: object = order()): Promise<string> =>
    ok(await call('POST', '', body), 201).body.id;
  return {
    shop,
    call,
    draft,
    submitted: async (body?: object): Promise<string> => {
      const id = await draft(body);
      ok(await call('POST', `${id}/submit/`));
      return id;
    },
    receive: (id: string, body?: unknown, token?: string, headers = {}) =>
      call('POST', `${id}/receive/`, body, token, headers),
    recordCounts: () => recordCounts(shop),
  };
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

export function ok(reply: Reply, status = 200): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

/** Cost and stock of a variant at DOWNTOWN. */
export async function goods(shop: Shop, sku: string): Promise<{ cost: string; on_hand: number }> {
  const [row] = await statement<{ cost: string; on_hand: number }>(
    shop.platform.db,
    `select v.cost, l.on_hand from product_variants v join inventory_levels l on l.variant_id = v.id
       join stores s on s.id = l.store_id where v.sku = $1 and s.code = 'DOWNTOWN'`,
    [sku],
  );
  if (row === undefined) throw new Error(`no ${sku}`);
  return row;
}

/** Everything that an order changes: a refusal must leave it unchanged. */
function recordCounts(shop: Shop): Promise<Record<string, unknown>> {
  return countRecords(
    shop,
    `select (select json_agg(o order by id) from purchase_orders o) as orders,
       (select json_agg(l order by id) from purchase_order_lines l) as lines,
       (select count(*) from purchase_receipts) as receipts,
       (select sum(cost) from product_variants) as costs,
       (select count(*) from stock_movements) as movements`,
  );
}
