import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

export { openShop, type Reply, type Shop };

/** Short calls of cashiers (at T-001) and managers (in the back office). */
export function customersOf(shop: Shop) {
  const call = async (method: string, path: string, body?: unknown, token?: string) =>
    shop.call(method, `/customers/${path}`, { token: token ?? (await shop.tillToken()), body });
  return {
    call,
    search: async (text: string, more = '', token?: string): Promise<Reply> =>
      call('GET', `?search=${encodeURIComponent(text)}${more}`, undefined, token),
    names: async (text: string): Promise<string[]> =>
      (await call('GET', `?search=${encodeURIComponent(text)}`)).body.map(
        ({ name }: { name: string }) => name,
      ),
    create: (body: object, token?: string) => call('POST', '', body, token),
    created: async (body: object, token?: string): Promise<string> => {
      const reply = await call('POST', '', body, token);
      if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
      return reply.body.id;
    },
    profile: (id: string, token?: string) => call('GET', `${id}/`, undefined, token),
    change: (id: string, body: object, token?: string) => call('PATCH', `${id}/`, body, token),
    asManager: async (method: string, path: string, body?: unknown) =>
      call(method, path, body, await shop.officeToken('manager')),
    rows: <Row extends object>(sql: string, values: unknown[] = []) =>
      statement<Row>(shop.platform.db, sql, values),
  };
}

export type Customers = ReturnType<typeof customersOf>;
