import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop } from '../support/service.js';
import { documentOf, rowsOf, type Shop, sellMug, settled } from './support.js';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openShop();
  token = await shop.officeToken('admin');
  await settled(shop);
});
afterAll(() => shop.close());

/** Rows of the tables that a push writes to. */
const pushed = async () =>
  (
    await rowsOf(
      shop,
      `select (select count(*)::int from content_changes) as changes,
         (select count(*)::int from content_mutations) as mutations,
         (select count(*)::int from content_states) as states,
         (select count(*)::int from content_documents) as documents,
         (select count(*)::int from content_revisions) as revisions`,
    )
  )[0];

it('pushes nothing while no content system is configured', async () => {
  const before = await pushed();
  await sellMug(shop);
  await shop.call('POST', '/brands/', { token, body: { name: 'Unseen' } });
  await settled(shop);
  expect(before).toEqual({ changes: 0, mutations: 0, states: 0, documents: 0, revisions: 0 });
  expect(await pushed()).toEqual(before);
});

it('writes a record into the built-in store when somebody asks for it', async () => {
  const { body } = await shop.call('POST', '/brands/', { token, body: { name: 'Wanted' } });
  const sanity_id = `brand_${body.id}`;
  const document = { sanity_id, document_type: 'brand' };
  const synced = await shop.call('POST', '/integrations/manual-sync/', { token, body: document });
  expect([synced.status, synced.body.instance_id]).toEqual([200, body.id]);
  expect(await documentOf(shop, sanity_id)).toMatchObject({ _type: 'brand', name: 'Wanted' });
});
