import { createHasher } from '../../src/domains/people/hashing.js';
import { statement } from '../../src/platform/database/tx.js';
import type { Reply, Shop } from '../support/service.js';

export { openShop, type Reply, type Shop } from '../support/service.js';

export const MINUTE_MS = 60_000;

/** A clock that only the test moves. */
export function movableClock(start = new Date()) {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms;
    },
  };
}

type NewPerson = { role: string; password?: string; [field: string]: unknown };

/** Adds a person. The password of a customer, which they choose by a link, is written to the row. */
export async function addPerson(
  shop: Shop,
  token: string,
  { password, ...fields }: NewPerson,
): Promise<Reply> {
  const isCustomer = fields.role === 'customer';
  const body = isCustomer ? fields : { ...fields, password };
  const reply = await shop.call('POST', '/users/', { token, body });
  if (!isCustomer || password === undefined) return reply;
  const { config, db } = shop.platform;
  const hash = await createHasher(config.secretKey).hash(password);
  await statement(db, 'update users set password_hash = $2 where id = $1', [reply.body.id, hash]);
  return reply;
}

/** The session cookie as the browser would send it back. */
export function cookieOf(reply: Reply): string {
  const [cookie = ''] = [reply.headers['set-cookie']].flat();
  return String(cookie).split(';')[0] ?? '';
}

export const tally = (replies: Reply[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

export const inParallel = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The events with a name so far, sequenced or not. */
export async function eventsOf(
  shop: Shop,
  event: string,
): Promise<{ subject_id: string | null }[]> {
  await shop.settleEvents();
  return shop.platform.db
    .selectFrom('events')
    .select('subject_id')
    .where('event', '=', event)
    .orderBy('seq')
    .execute();
}
