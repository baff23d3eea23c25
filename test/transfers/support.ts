import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { logInCallers } from '../access/callers.js';
import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply } from '../support/service.js';

export const TRANSFERS = '/transfers/';

export const transfer = (more: object = {}) => ({
  from_store: 'DOWNTOWN',
  to_store: 'AIRPORT',
  lines: [
    { sku: 'MUG-WHITE', quantity: 5 },
    { sku: 'TEE-BLACK-M', quantity: 2 },
  ],
  ...more,
});

export function ok(reply: Reply, status = 200): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

/** A shop whose managers work for DOWNTOWN ("manager"), AIRPORT ("manager elsewhere") or all. */
export async function openTransfers() {
  const shop = await openShop({ background: false });
  const { headers } = await logInCallers(shop);
  const as = (caller: string, method: string, path: string, body?: object, more = {}) =>
    shop.call(method, `${TRANSFERS}${path}`, {
      headers: { ...headers[caller], ...more },
      ...(body && { body }),
    });
  const requested = async (body: object = transfer()): Promise<string> =>
    ok(await as('manager of all', 'POST', '', body), 201).body.id;
  const step = async (id: string, name: string, body?: object) =>
    ok(await as('manager of all', 'POST', `${id}/${name}/`, body)).body;
  const levels = async (sku: string): Promise<Record<string, number>> => {
    const rows = await statement<{ code: string; on_hand: number; reserved: number }>(
      shop.platform.db,
      `select s.code, l.on_hand, l.reserved from inventory_levels l join stores s on s.id = l.store_id
         join product_variants v on v.id = l.variant_id where v.sku = $1`,
      [sku],
    );
    return Object.fromEntries(
      rows.flatMap(row => [
        [row.code, row.on_hand],
        [`${row.code} reserved`, row.reserved],
      ]),
    );
  };
  return {
    shop,
    as,
    requested,
    step,
    levels,
    sent: async (body?: object): Promise<string> => {
      const id = await requested(body);
      await step(id, 'pack');
      await step(id, 'dispatch');
      return id;
    },
    /** Everything that a transfer changes: a refusal must leave it unchanged. */
    records: () =>
      countRecords(
        shop,
        `select (select json_agg(t order by id) from stock_transfers t) as transfers,
           (select json_agg(l order by id) from stock_transfer_lines l) as lines,
           (select json_agg(l order by id) from inventory_levels l) as levels,
           (select count(*) from reservations) as reservations,
           (select count(*) from stock_movements) as movements`,
      ),
    /** Levels or reservations that do not add up; empty if all is well. */
    unbalanced: async () => [
      ...(await levelsOutOfBalance(shop.platform.db)),
      ...(await reservedOutOfBalance(shop.platform.db)),
    ],
  };
}
export type Transfers = Awaited<ReturnType<typeof openTransfers>>;
