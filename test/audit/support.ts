import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID } from '../../src/seed/data.js';
import type { Reply, Shop } from '../support/service.js';

export type Entry = {
  id: string;
  at: string;
  actor: { id: string | null; kind: string; name: string | null };
  action: string;
  record_type: string;
  record_id: string | null;
  changes: Record<string, { before: unknown; after: unknown }>;
  store_id: string | null;
  terminal_id: string | null;
  address: string | null;
  request_id: string | null;
  seq: number | null;
  hash: string | null;
  previous_hash: string | null;
};

let lists = 0;

/** The body of a price list that no other list competes with. */
export const newList = (code: string) => {
  lists += 1;
  return { code, name: code, currency: 'USD', priority: lists };
};

/** Calls of the manager of all stores, and what the log says about them. */
export function auditOf(shop: Shop) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    more: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> =>
    shop.call(method, path, { token: await shop.officeToken('manager'), body, ...more });
  const made = async (path: string, body: object, token?: string): Promise<string> => {
    const reply = await send('POST', path, body, token === undefined ? {} : { token });
    if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
    return reply.body.id;
  };
  return {
    send,
    made,
    log: async (query: string, token?: string): Promise<Entry[]> => {
      const reply = await send('GET', `/audit-log/?${query}`, undefined, token ? { token } : {});
      if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
      return reply.body;
    },
    verify: async () => (await send('GET', '/audit-log/verify/')).body,
    rows: <Row extends object>(sql: string, values: unknown[] = []) =>
      statement<Row>(shop.platform.db, sql, values),
    /** A price list with one price of the white mug. */
    price: async (code: string, amount: string): Promise<{ list: string; price: string }> => {
      const list = await made('/price-lists/', newList(code));
      const price = await made('/prices/', {
        variant: 'MUG-WHITE',
        price_list: list,
        min_quantity: 5,
        amount,
      });
      return { list, price };
    },
    airportManager: async (): Promise<string> => {
      const login = { username: 'airport.manager', password: 'a long pass phrase' };
      await made(
        '/users/',
        { ...login, role: 'manager', employee_number: 'EMP-A', store_ids: [AIRPORT_ID] },
        await shop.officeToken('admin'),
      );
      return (await shop.call('POST', '/auth/login/', { body: login })).body.access;
    },
  };
}

export type Audit = ReturnType<typeof auditOf>;
