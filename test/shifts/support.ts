import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply, type Shop, type ShopOptions } from '../support/service.js';
import { counterOf } from '../transactions/support.js';

export const SHIFTS = '/cash-management/shifts/';
export const MUG_TOTAL = '13.53';

/** Quantities of notes and coins: `{ '20.00': 3 }` is 60.00. */
export type Pieces = Record<string, number>;

export const denominations = (pieces: Pieces) =>
  Object.entries(pieces).map(([value, quantity]) => ({ value, quantity }));

/** A shop with tills for shifts. */
export async function openTills(options: ShopOptions = { background: false }) {
  const shop = await openShop(options);
  const post = async (path: string, body: unknown, token: string, headers = {}): Promise<Reply> =>
    shop.call('POST', `${SHIFTS}${path}`, { token, body, headers });
  const cashier = () => shop.tillToken('EMP001');
  const supervisor = () => shop.tillToken('EMP002');

  const open = async (float = '100.00', token?: string): Promise<string> => {
    const reply = await post('', { opening_float: float }, token ?? (await cashier()));
    if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
    return reply.body.id;
  };
  const act = async (id: string, action: string, body?: unknown, token?: string) =>
    post(`${id}/${action}/`, body, token ?? (await cashier()));
  const count = (id: string, pieces: Pieces, token?: string) =>
    act(id, 'count', { denominations: denominations(pieces) }, token);

  return {
    shop,
    counter: counterOf(shop),
    post,
    cashier,
    supervisor,
    open,
    act,
    count,
    close: (id: string, reason?: string, token?: string) =>
      act(id, 'close', reason === undefined ? undefined : { reason }, token),
    read: async (path: string, token?: string): Promise<Reply> =>
      shop.call('GET', `${SHIFTS}${path}`, { token: token ?? (await cashier()) }),
    /** Closes any open shift at the till, so that the next test starts without one. */
    closeOpenShift: async (terminal = 'T-001', token?: string): Promise<void> => {
      const by = token ?? (await supervisor());
      const found = await shop.call('GET', `${SHIFTS}current/?terminal=${terminal}`, { token: by });
      if (found.status === 404) return;
      await count(found.body.id, { '1.00': 0 }, by);
      const closed = await act(found.body.id, 'close', { reason: 'End of the test' }, by);
      if (closed.status !== 200) throw new Error(closed.text);
    },
    recordCounts: () => recordCounts(shop),
  };
}

export type Tills = Awaited<ReturnType<typeof openTills>>;

/** Everything that a shift changes: a refusal must leave it unchanged. */
export function recordCounts(shop: Shop): Promise<Record<string, unknown>> {
  return countRecords(
    shop,
    `select (select json_agg(s order by id) from shifts s) as shifts,
       (select count(*) from cash_movements) as movements,
       (select count(*) from shift_counts) as counts,
       (select json_agg(z order by store_id, number) from z_reports z) as reports,
       (select json_agg(n order by store_id) from z_report_numbers n) as numbers`,
  );
}
