import { expect } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import type { Reply, Shop } from '../support/service.js';

export { openShop, type Reply, type Shop } from '../support/service.js';

export const DOWNTOWN = '00000000-0000-4000-8000-000000000001';
export const AIRPORT = '00000000-0000-4000-8000-000000000002';
export const person = (n: number): string => `00000000-0000-4000-a002-00000000000${n}`;

export const TASKS = '/tasks/';
export const DELIVERIES = '/tasks/delivery-schedules/';

let counter = 0;
export const fresh = (prefix: string): string => {
  counter += 1;
  return `${prefix}-${counter}`;
};

export const newTask = (fields: object = {}) => ({
  task_id: fresh('task'),
  title: 'Sweep the floor',
  store: 'DOWNTOWN',
  priority: 'medium',
  ...fields,
});

export const newDelivery = (fields: object = {}) => ({
  delivery_id: fresh('delivery'),
  vendor_name: 'Harbor Coffee',
  store: 'DOWNTOWN',
  scheduled_date: '2030-05-06',
  scheduled_time: '09:30',
  ...fields,
});

/** Events about a record, oldest first, as consumers and sockets receive them. */
export async function eventsAbout(shop: Shop, id: string) {
  await shop.settleEvents();
  return statement<{ event: string; store_id: string; data: Record<string, unknown> }>(
    shop.platform.db,
    'select event, store_id, data from events where subject_id = $1 order by seq',
    [id],
  );
}

type Kept = 'tasks' | 'delivery_schedules';

export const rowsOf = (shop: Shop, table: Kept) =>
  shop.platform.db.selectFrom(table).selectAll().orderBy('id').execute();

/** Sends requests that must be refused and change no row of the table. */
export const refusalsIn =
  (shop: () => Shop, table: Kept) =>
  async (request: () => Promise<Reply>, status: number): Promise<Reply> => {
    const before = await rowsOf(shop(), table);
    const reply = await request();
    expect(reply.status).toBe(status);
    expect(await rowsOf(shop(), table)).toEqual(before);
    return reply;
  };

/** The pages of a list, by its `Link` header to the last one. */
export async function pagesOf(shop: Shop, path: string, token: string): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const reply = await shop.call('GET', next, { token });
    if (reply.status !== 200) throw new Error(reply.text);
    pages.push(reply.body);
    next = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
  }
  return pages;
}

/** A new manager login for every time: earlier ones may have expired. */
export function loginAtMoments(shop: () => Shop): () => Promise<string> {
  const tokens = new Map<number, Promise<string>>();
  return () => {
    const moment = shop().platform.clock.now().getTime();
    const token = tokens.get(moment) ?? logIn(shop());
    tokens.set(moment, token);
    return token;
  };
}

async function logIn(shop: Shop): Promise<string> {
  const body = { username: 'manager', password: 'manager-demo' };
  return (await shop.call('POST', '/auth/login/', { body })).body.access;
}
