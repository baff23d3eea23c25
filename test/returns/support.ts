import { statement } from '../../src/platform/database/tx.js';
import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply, type Shop, type ShopOptions } from '../support/service.js';
import { basket, type Counter, counterOf, type Item } from '../transactions/support.js';

export type { Reply, Shop } from '../support/service.js';
export {
  AIRPORT_ID,
  basket,
  DOWNTOWN_ID,
  type Item,
  MUG,
  onHand,
  settleJobs,
  TEE,
  UUID,
} from '../transactions/support.js';

export const RETURNS = '/returns/';
export const BEANS: Item = { sku: 'BEANS-1KG', price: '18.00' };

export type Ask = { sku: string; quantity: number; reason?: string };
export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A shop with a member of staff who takes returns. */
export async function openDesk(options: ShopOptions = { background: false }) {
  const shop = await openShop(options);
  const counter = counterOf(shop);
  const office = () => shop.officeToken();

  const lineIds = async (sale: string): Promise<Map<string, string>> => {
    const lines = await shop.call('GET', `/line-items/?transaction=${sale}`, {
      token: await office(),
    });
    return new Map(
      lines.body.map(({ sku, id }: { sku: string; id: string }): [string, string] => [sku, id]),
    );
  };

  const open = async (
    sale: string,
    asks: readonly Ask[],
    more: Record<string, unknown> = {},
    token?: string,
  ): Promise<Reply> => {
    const ids = await lineIds(sale);
    const body = {
      transaction: sale,
      return_reason: 'changed_mind',
      line_items: asks.map(({ sku, quantity, reason = 'changed_mind' }) => ({
        original_line_item: ids.get(sku) ?? sku,
        quantity,
        reason,
      })),
      ...more,
    };
    return shop.call('POST', RETURNS, { token: token ?? (await office()), body });
  };

  const move = async (id: string, action: string, body?: object, token?: string): Promise<Reply> =>
    shop.call('POST', `${RETURNS}${id}/${action}/`, { token: token ?? (await office()), body });

  /** A return whose goods are received. */
  const received = async (sale: string, asks: readonly Ask[]): Promise<string> => {
    const opened = ok(await open(sale, asks), 201).body.id;
    ok(await move(opened, 'approve'));
    ok(await move(opened, 'receive'));
    return opened;
  };

  return {
    shop,
    counter,
    lineIds,
    open,
    move,
    received,
    completed: async (sale: string, asks: readonly Ask[], body: object = {}) =>
      ok(await move(await received(sale, asks), 'complete', body)).body,
    /** A sale paid in cash, or with the given tenders. */
    sold: (items: readonly Item[], tax = '0.00', tenders?: readonly object[]) =>
      sell(counter, items, tax, tenders),
    /** A sale paid by a card that the sandbox charged. */
    soldByCard: async (items: readonly Item[], tax = '0.00') => {
      const { total_amount } = basket(items, tax);
      return sell(counter, items, tax, [await byCard(counter, total_amount)]);
    },
    byCard: (amount: string) => byCard(counter, amount),
    /** Opens a shift at a till, from which the desk can pay cash. */
    openShift: async (): Promise<string> => {
      const body = { opening_float: '100.00' };
      const token = await shop.tillToken('EMP001');
      return ok(await shop.call('POST', '/cash-management/shifts/', { token, body }), 201).body.id;
    },
    read: async (id: string) =>
      (await shop.call('GET', `${RETURNS}${id}/`, { token: await office() })).body,
    saleStatus: async (sale: string): Promise<string> => (await counter.row(sale)).status,
    recordCounts: () => recordCounts(shop),
    close: () => shop.close(),
  };
}

export function ok(reply: Reply, status = 200): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

const byCard = async (counter: Counter, amount: string) => ({
  payment_method_id: 'card',
  tendered_amount: amount,
  processor_transaction_id: await counter.charge(amount),
});

async function sell(
  counter: Counter,
  items: readonly Item[],
  tax: string,
  tenders?: readonly object[],
): Promise<string> {
  const body = basket(items, tax);
  const sale = await counter.ring(body);
  const cash = { payment_method_id: 'cash', tendered_amount: body.total_amount };
  for (const tender of tenders ?? [cash]) ok(await counter.pay(sale, tender), 202);
  return sale;
}

/** Everything that a return changes, counted or summed: a refusal must leave it unchanged. */
export function recordCounts(shop: Shop): Promise<Record<string, unknown>> {
  return countRecords(
    shop,
    `select (select count(*) from returns) as returns,
       (select json_object_agg(status, n) from
         (select status, count(*) as n from returns group by status order by status) as s) as statuses,
       (select count(*) from return_lines) as lines,
       (select coalesce(sum(returned_quantity), 0) from transaction_lines) as returned,
       (select count(*) from refunds) as refunds,
       (select count(*) from sandbox_refunds) as "processorRefunds",
       (select count(*) from store_credits) as credits,
       (select coalesce(sum(refund_total), 0)::text from payments) as refunded,
       (select count(*) from approvals where status = 'consumed') as "approvalsUsed",
       (select count(*) from stock_movements) as movements`,
  );
}

/** Events about a record, in order. */
export async function eventsAbout(shop: Shop, id: string) {
  await shop.settleEvents();
  return statement<{
    event: string;
    stream_id: string;
    store_id: string;
    terminal_id: string | null;
    data: Record<string, unknown>;
  }>(
    shop.platform.db,
    'select event, stream_id, store_id, terminal_id, data from events where subject_id = $1 order by occurred_at, seq',
    [id],
  );
}
