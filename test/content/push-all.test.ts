import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseTarget } from '../../src/domains/content/outbound/choose-target.js';
import { pushAllQueue } from '../../src/domains/content/outbound/push-all.js';
import { outboundQueue } from '../../src/domains/content/outbound/push-changes.js';
import { claim } from '../../src/platform/work/queues/repository.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { openShop } from '../support/service.js';
import { type FakeDocument, type FakeSanity, sanityEnv, startFakeSanity } from './fake-sanity.js';
import { rowsOf, type Shop, sellMug, settled, syncOf } from './support.js';

let fake: FakeSanity;
/** Without a content system. */
let before: Shop;
let sale: { id: string };
beforeAll(async () => {
  fake = await startFakeSanity();
  before = await openShop({ background: false });
  sale = await sellMug(before);
});
afterAll(async () => {
  await before.close();
  await fake.close();
});

const health = async (shop: Shop) =>
  (
    await shop.call('GET', '/integrations/analytics/sync-health/', {
      token: await shop.officeToken(),
    })
  ).body.mirror;

/** One step of the push, as the queue takes it. */
async function step(shop: Shop): Promise<void> {
  const { rows } = await claim(shop.platform.db, pushAllQueue, shop.platform.clock);
  await pushAllQueue.handle(shop.platform, rows);
}

const mirror = async () => (await rowsOf(before, 'select * from content_mirror'))[0];
const isDue = () =>
  rowsOf(before, 'update content_mirror set due_at = now() - interval $$1 hour$$');

/** Ids of all documents that were written, once per write. */
const written = () => fake.commits.flatMap(({ ids }) => [...new Set(ids)]);

describe('a content system that is configured later', () => {
  it('is announced by the number of records that were never synced', async () => {
    const seen = await health(before);
    expect(seen).toEqual({
      is_configured: false,
      never_synced: expect.any(Number),
      full_push: null,
    });
    expect(seen.never_synced).toBeGreaterThan(20);
  });

  it('gets all records, also when a node dies on the way', async () => {
    // Few at a time: a backlog leaves room for three records.
    await rowsOf(
      before,
      `insert into content_changes (kind, record_id, queued_at, due_at)
       select 'brand', gen_random_uuid()::text, now(), now() + interval '1 day'
       from generate_series(1, 497)`,
    );
    const first = await openShop({ beside: before, background: false, env: sanityEnv(fake) });
    await step(first);
    const half = await mirror();
    expect(half).toMatchObject({ is_active: true, finished_at: null, queued: 3 });
    expect(half?.total).toBeGreaterThan(20);
    expect((await health(first)).full_push).toMatchObject({ total: half?.total, pushed: 0 });
    // The node dies after it has claimed the next step.
    const { rows } = await claim(first.platform.db, pushAllQueue, first.platform.clock);
    expect(rows).toHaveLength(1);
    await first.close();
    await rowsOf(before, `delete from content_changes where due_at > now() + interval '1 hour'`);

    const second = await openShop({ beside: before, background: false, env: sanityEnv(fake) });
    expect((await mirror())?.queued).toBe(3);
    expect((await claim(second.platform.db, pushAllQueue, second.platform.clock)).rows).toEqual([]);
    await rowsOf(before, `update content_mirror set lease_until = now() - interval '1 second'`);
    for (let n = 0; n < 3; n += 1) {
      await step(second);
      await drainQueue(second.platform, outboundQueue);
      await isDue();
    }
    const done = await mirror();
    expect(done).toMatchObject({ kind: null, queued: half?.total, finished_at: expect.any(Date) });
    expect(await health(second)).toMatchObject({
      is_configured: true,
      full_push: { total: done?.total, pushed: done?.total },
    });
    expect(fake.documents.get(`saleTransaction_${sale.id}`)).toMatchObject({ status: 'completed' });
    expect(fake.documents.has('store-downtown')).toBe(true);
    expect(new Set(written()).size).toBe(written().length);
    const [left] = await rowsOf(before, 'select count(*)::int as n from content_changes');
    expect(left?.n).toBe(0);
    // A row per request, not per document.
    const [log] = await rowsOf(before, 'select count(*)::int as n from content_mutations');
    expect(log?.n).toBe(fake.commits.length);
    expect(fake.commits.length).toBeLessThan(10);
    await second.close();
  });

  it('gets nothing again at the next start', async () => {
    const started = (await mirror())?.started_at;
    const again = await openShop({ beside: before, background: false, env: sanityEnv(fake) });
    expect((await mirror())?.started_at).toEqual(started);
    await again.close();
  });

  it('gets what changed while it was not configured', async () => {
    await chooseTarget(before.platform);
    expect(await mirror()).toMatchObject({ is_active: false });
    await rowsOf(before, `update content_sync set synced_at = now() - interval '1 hour'`);
    await rowsOf(
      before,
      `update stores set updated_at = now() - interval '1 day' where code <> 'DOWNTOWN'`,
    );
    await rowsOf(
      before,
      `update stores set name = 'Meanwhile', updated_at = now() where code = 'DOWNTOWN'`,
    );
    const later = await openShop({ beside: before, background: false, env: sanityEnv(fake) });
    await step(later);
    const queued = await rowsOf(
      before,
      `select record_id from content_changes where kind = 'store'`,
    );
    const [store] = await rowsOf(before, `select id from stores where code = 'DOWNTOWN'`);
    expect(queued).toEqual([{ record_id: store?.id }]);
    await drainQueue(later.platform, outboundQueue);
    expect(fake.documents.get('store-downtown')?.name).toBe('Meanwhile');
    await later.close();
  });

  it('gets everything when it replaces another one', async () => {
    const other = await startFakeSanity();
    const env = { ...sanityEnv(other), CMS_PROJECT_ID: 'another' };
    const moved = await openShop({ beside: before, background: false, env });
    expect(await rowsOf(before, 'select * from content_sync')).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      await step(moved);
      await drainQueue(moved.platform, outboundQueue);
      await isDue();
    }
    expect([...other.documents.keys()].sort()).toEqual([...fake.documents.keys()].sort());
    await moved.close();
    await other.close();
  });
});

describe('a sale', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ env: sanityEnv(fake) });
    await settled(shop);
  });
  afterAll(() => shop.close());

  it('is pushed once, in its final state', async () => {
    const { id } = await sellMug(shop);
    await settled(shop);
    const writes = fake.commits.filter(({ ids }) => ids.includes(`saleTransaction_${id}`));
    expect(writes).toHaveLength(1);
    expect(fake.documents.get(`saleTransaction_${id}`)?.status).toBe('completed');
  });

  it('is pushed again after a crash between the push and its bookkeeping', async () => {
    await rowsOf(
      shop,
      `create function lose() returns trigger language plpgsql as $$
       begin raise exception 'the node died'; end $$`,
    );
    await rowsOf(
      shop,
      `create trigger lose before insert on content_sync
       for each row when (new.kind = 'sale') execute function lose()`,
    );
    const { id } = await sellMug(shop);
    const name = `saleTransaction_${id}`;
    await expect
      .poll(async () =>
        rowsOf(shop, 'select error from content_changes where record_id = $1', [id]),
      )
      .toEqual([{ error: 'the node died' }]);
    expect(await syncOf(shop, 'sale', id)).toBeUndefined();
    const lost = fake.documents.get(name);
    expect(lost?.status).toBe('completed');
    await rowsOf(shop, 'drop trigger lose on content_sync');
    await rowsOf(shop, 'update content_changes set due_at = now()');
    await settled(shop);
    const { _rev, _updatedAt, ...again } = fake.documents.get(name) as FakeDocument;
    expect(lost).toMatchObject(again);
    expect((await syncOf(shop, 'sale', id))?.rev).toBe(_rev);
    expect(await rowsOf(shop, 'select * from content_changes where record_id = $1', [id])).toEqual(
      [],
    );
  });
});
