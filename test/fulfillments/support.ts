import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply, type Shop, type ShopOptions } from '../support/service.js';
import { basket, counterOf, type Item, MUG } from '../transactions/support.js';

export type { Reply, Shop } from '../support/service.js';
export { DOWNTOWN_ID, MUG, settleJobs, TEE, UUID } from '../transactions/support.js';

export const FULFILLMENTS = '/fulfillments/';
export type Dispatch = Awaited<ReturnType<typeof openDispatch>>;

export function ok(reply: Reply, status = 200): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

/** A shop with a member of staff who hands over orders. */
export async function openDispatch(options: ShopOptions = { background: false }) {
  const shop = await openShop(options);
  const counter = counterOf(shop);
  const open = async (sale: string, body: object = {}, token?: string): Promise<Reply> =>
    shop.call('POST', FULFILLMENTS, {
      token: token ?? (await shop.officeToken()),
      body: { transaction: sale, fulfillment_type: 'pickup', ...body },
    });
  const move = async (id: string, action: string, body?: object, token?: string): Promise<Reply> =>
    shop.call('POST', `${FULFILLMENTS}${id}/${action}/`, {
      token: token ?? (await shop.officeToken()),
      body,
    });
  return {
    shop,
    counter,
    open,
    move,
    /** A sale that is not paid yet. */
    ordered: (items: readonly Item[] = [MUG]) => counter.ring(basket(items, '0.00')),
    sold: (items: readonly Item[] = [MUG]) =>
      counter.sold({ payment_method_id: 'cash' }, basket(items, '0.00')),
    opened: async (sale: string, body: object = {}): Promise<string> =>
      ok(await open(sale, body), 201).body.id,
    read: async (id: string) =>
      (await shop.call('GET', `${FULFILLMENTS}${id}/`, { token: await shop.officeToken() })).body,
    mailsTo: (address: string) => mailsTo(shop, address),
    recordCounts: () => recordCounts(shop),
    close: () => shop.close(),
  };
}

const mailsTo = (shop: Shop, address: string) =>
  shop.platform.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', address)
    .orderBy('id')
    .execute();

/** Counts every record of fulfillments: a refusal must leave the counts unchanged. */
function recordCounts(shop: Shop): Promise<Record<string, unknown>> {
  return countRecords(
    shop,
    `select (select json_object_agg(status, n) from
         (select status, count(*) as n from fulfillments group by status order by status) as s) as statuses,
       (select json_object_agg(status, n) from
         (select status, count(*) as n from shipments group by status order by status) as s) as shipments,
       (select count(*) from mails) as mails`,
  );
}
