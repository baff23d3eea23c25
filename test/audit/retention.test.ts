import { afterAll, beforeAll, expect, it } from 'vitest';
import { retention } from '../../src/domains/audit/jobs.js';
import { openShop, type Shop } from '../support/service.js';
import { auditOf, newList } from './support.js';

const DAY_MS = 86_400_000;
const clock = { at: Date.now(), now: () => new Date(clock.at) };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());

it('removes chained entries after 400 days, and the rest still verifies', async () => {
  const audit = auditOf(shop);
  const admin = async () => {
    const body = { username: 'admin', password: 'admin-demo' };
    return (await shop.call('POST', '/auth/login/', { body })).body.access;
  };
  const make = async (code: string) => audit.made('/price-lists/', newList(code), await admin());
  const verify = async () => {
    const reply = await shop.call('GET', '/audit-log/verify/', { token: await admin() });
    return reply.body;
  };
  const codes = async () =>
    (
      await audit.rows<{ code: string }>(
        `select changes->'code'->>'after' as code from audit_entries
         where record_type = 'price-lists' order by id`,
      )
    ).map(({ code }) => code);

  await make('OLD');
  expect((await verify()).holds).toBe(true);
  clock.at += 200 * DAY_MS;
  await make('NEW');
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual(['OLD', 'NEW']);
  clock.at += 199 * DAY_MS;
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual(['OLD', 'NEW']);
  clock.at += 2 * DAY_MS;
  // NEW and the logins after it are not chained yet.
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual(['NEW']);
  const verified = await verify();
  expect(verified).toMatchObject({ holds: true, first_broken: null });
  const [first] = await audit.rows<{ first_seq: number; first_hash: string }>(
    'select first_seq, first_hash from audit_chain',
  );
  expect(first?.first_seq).toBeGreaterThan(1);
  const [entry] = await audit.rows<{ seq: number; previous_hash: string }>(
    'select seq, previous_hash from audit_entries where seq is not null order by seq limit 1',
  );
  expect(entry).toEqual({ seq: first?.first_seq, previous_hash: first?.first_hash });
  clock.at += 900 * DAY_MS;
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual([]);
  expect((await verify()).holds).toBe(true);
});
