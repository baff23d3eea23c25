import { type ApprovalUse, consumeApproval } from '../../src/domains/approvals/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

export const MINUTE_MS = 60_000;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export type Counter = Awaited<ReturnType<typeof openCounter>>;
type Ask = { employee?: string; amount?: string | number; type?: string; details?: object };

/** A shop with a stopped clock, and short calls for the approvals API. */
export async function openCounter() {
  let at = Date.parse('2026-03-02T10:00:00.000Z');
  const clock = {
    now: () => new Date(at),
    /** Every record gets its own time, so that lists have one order. */
    advance: (ms = 1) => {
      at += ms;
    },
  };
  const shop = await openShop({ clock, background: false });
  const { db } = shop.platform;

  const post = async (employee: string, path: string, body?: object): Promise<Reply> =>
    shop.call('POST', path, { token: await shop.tillToken(employee), body });
  const ask = (body: object, employee = 'EMP001') => {
    clock.advance();
    return post(employee, '/pos/approvals/request/', body);
  };
  const casey = await userId(shop, 'EMP001');
  return {
    shop,
    clock,
    ask,
    /** Creates a request and returns its id. */
    asked: async (request: Ask = {}): Promise<string> => {
      const { employee, amount = '40.00', type = 'discount', details = {} } = request;
      const reply = await ask(
        { request_type: type, amount, reason: 'Scratched', details },
        employee,
      );
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.body.request_id;
    },
    move: (employee: string, id: string, verb: string, body?: object) =>
      post(employee, `/pos/approvals/${id}/${verb}/`, body),
    status: async (id: string, employee = 'EMP001') =>
      shop.call('GET', `/pos/approvals/status/${id}/`, { token: await shop.tillToken(employee) }),
    list: async (query = '', employee = 'EMP001') =>
      shop.call('GET', `/pos/approvals/${query}`, { token: await shop.tillToken(employee) }),
    row: (id: string) =>
      db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    rows: async () => (await db.selectFrom('approvals').selectAll().execute()).length,
    use: (id: string | undefined, change: Partial<ApprovalUse> = {}) =>
      atomically(db, tx =>
        consumeApproval(tx, {
          requestId: id,
          subjects: { discount: { terminalId: 'T-001' } },
          amountMinor: 4000,
          currency: 'USD',
          storeId: DOWNTOWN_ID,
          usedBy: casey,
          usedFor: 'discount of TXN-20260302-0000000A',
          now: clock.now(),
          ...change,
        }),
      ),
    events: (id: string) => eventsOf(shop, id),
    close: () => shop.close(),
  };
}

/** Events about a record, in order, as the screens of the store receive them. */
export async function eventsOf(shop: Shop, subjectId: string) {
  await shop.settleEvents();
  return shop.platform.db
    .selectFrom('events')
    .select(['event', 'stream_id', 'store_id', 'terminal_id', 'data'])
    .where('subject_id', '=', subjectId)
    .orderBy('seq')
    .execute();
}

export async function userId(shop: Shop, employee: string): Promise<string> {
  const row = await shop.platform.db
    .selectFrom('users')
    .select('id')
    .where('employee_number', '=', employee)
    .executeTakeFirstOrThrow();
  return row.id;
}
