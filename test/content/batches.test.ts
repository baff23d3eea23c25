import { afterAll, beforeAll, expect, it } from 'vitest';
import { inboundQueue } from '../../src/domains/content/inbound/apply-event.js';
import { laneOf } from '../../src/domains/content/rules.js';
import { claim } from '../../src/platform/work/queues/repository.js';
import { deliver, edited, openContentShop, type Reply, rowsOf, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openContentShop({ background: false });
});
afterAll(() => shop.close());

const eventsOf = (prefix: string) =>
  rowsOf(
    shop,
    `select document_id, rev, status, reason, attempts, error from content_inbound_events
     where document_id like $1 order by id`,
    [`${prefix}%`],
  );
const brandsOf = (prefix: string) =>
  rowsOf(shop, 'select sanity_id, name from brands where sanity_id like $1 order by sanity_id', [
    `${prefix}%`,
  ]);

const send = (...documents: object[]): Promise<Reply[]> =>
  Promise.all(documents.map(document => deliver(shop, document)));

/** Applies the documents due now, batch by batch; returns the number of batches. */
async function runAll(): Promise<number> {
  const now = shop.platform.clock.now();
  for (let batches = 0; ; batches += 1) {
    const { rows } = await claim(shop.platform.db, inboundQueue, { now: () => now });
    if (rows.length === 0) return batches;
    await inboundQueue.handle(shop.platform, rows);
  }
}

it('decides about each of several webhooks in a batch', async () => {
  await rowsOf(
    shop,
    `insert into content_mutations (rev, saved_ids, status, started_at)
     values ('r-1', '{mixed-own}', 'succeeded', now())`,
  );
  const brand = edited('mixed-brand', 'brand', { name: 'Mixed' }, 'r-1');
  const [own, draft, line, other, ...twice] = await send(
    edited('mixed-own', 'brand', {}, 'r-1'),
    edited('drafts.mixed', 'brand', {}, 'r-1'),
    edited('mixed-line', 'saleLineItem', {}, 'r-1'),
    edited('mixed-other', 'brand', { name: 'Other' }, 'r-1'),
    brand,
    brand,
  );
  const outcome = (reply: Reply | undefined) => [
    reply?.status,
    reply?.body.status,
    reply?.body.reason,
  ];
  expect([own, draft, line, other].map(outcome)).toEqual([
    [200, 'skipped', 'django_mutation_in_progress'],
    [200, 'skipped', 'draft_document'],
    [200, 'skipped', 'line_items_managed_by_parent_transaction'],
    [202, 'accepted', undefined],
  ]);
  // The order of the two depends on the network.
  expect(twice.map(outcome).sort()).toEqual([
    [200, 'duplicate', undefined],
    [202, 'accepted', undefined],
  ]);
  const kept = (await eventsOf('mixed-')).filter(({ status }) => status === 'pending');
  expect(kept.map(({ document_id }) => document_id).sort()).toEqual(['mixed-brand', 'mixed-other']);
  await runAll();
});

it('applies many documents in few batches, and an invalid one fails alone', async () => {
  const documents = Array.from({ length: 40 }, (_, n) =>
    edited(`flood-${String(n).padStart(2, '0')}`, 'brand', n === 7 ? {} : { name: `Flood ${n}` }),
  );
  const replies = await send(...documents);
  expect(replies.every(({ status }) => status === 202)).toBe(true);

  const begun = Date.now();
  expect(await runAll()).toBe(2);

  expect(await brandsOf('flood-')).toEqual(
    documents
      .filter((_, n) => n !== 7)
      .map(({ _id, ...rest }) => ({
        sanity_id: _id,
        name: 'name' in rest ? rest.name : '',
      })),
  );
  const open = (await eventsOf('flood-')).filter(({ status }) => status !== 'processed');
  expect(open).toEqual([
    {
      document_id: 'flood-07',
      rev: documents[7]?._rev,
      status: 'pending',
      reason: null,
      attempts: 1,
      error: 'the document has no valid value for: name',
    },
  ]);
  // Back-off of 4 s ± 20 %.
  const [left] = await rowsOf(
    shop,
    'select id, due_at from content_inbound_events where due_at is not null',
  );
  expect(left?.id).toBe(replies[7]?.body.task_id);
  expect(left?.due_at.getTime()).toBeGreaterThanOrEqual(begun + 3_200);
});

it('applies the revisions of a document in the order of arrival', async () => {
  for (const name of ['First', 'Second', 'Third']) {
    await deliver(shop, { _id: 'order-1', _type: 'brand', _rev: name, name });
  }
  await runAll();
  expect(await brandsOf('order-')).toEqual([{ sanity_id: 'order-1', name: 'Third' }]);
  expect((await eventsOf('order-')).map(({ rev, status }) => [rev, status])).toEqual([
    ['First', 'processed'],
    ['Second', 'processed'],
    ['Third', 'processed'],
  ]);
});

/** `count` names of one lane. */
const inOneLane = (prefix: string, count: number): string[] =>
  Array.from({ length: count * 10 }, (_, n) => `${prefix}-${n}`)
    .filter(name => laneOf(name) === 0)
    .slice(0, count);

it('applies edits, a deletion and cross-references in a batch as it does one by one', async () => {
  const [brand, gone, first, second, category] = inOneLane('wave', 5) as [string, ...string[]];
  const points = (_ref?: string) => ({ _type: 'reference', _ref });
  const product = (id: string | undefined, name: string) =>
    edited(id ?? '', 'product', { name, brand: points(brand), category: points(category) });
  for (const document of [
    edited(`${gone}`, 'brand', { name: 'Soon gone' }),
    product(first, 'First of the wave'),
    edited(brand, 'brand', { name: 'Wave' }),
    { ...edited(`${gone}`, 'brand', {}), _operation: 'delete' },
    product(second, 'Second of the wave'),
    edited(`${category}`, 'category', { name: 'Wavy' }),
    edited(brand, 'brand', { name: 'Wave after all' }),
  ]) {
    expect((await deliver(shop, document)).status).toBe(202);
  }
  await runAll();
  const waiting = (await eventsOf('wave-')).filter(({ status }) => status === 'pending');
  // The products came first, and the local store does not have the later documents yet.
  expect(waiting.map(({ document_id, error }) => [document_id, error])).toEqual([
    [first, `there is no document ${category}`],
    [second, `there is no document ${category}`],
  ]);
  await rowsOf(
    shop,
    `update content_inbound_events set due_at = now() - interval '1 second' where due_at > now()`,
  );
  await runAll();

  expect(
    await rowsOf(
      shop,
      `select p.sanity_id, p.name, b.name as brand, c.name as category
       from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
       where p.sanity_id like 'wave-%' order by p.name`,
    ),
  ).toEqual([
    { sanity_id: first, name: 'First of the wave', brand: 'Wave after all', category: 'Wavy' },
    { sanity_id: second, name: 'Second of the wave', brand: 'Wave after all', category: 'Wavy' },
  ]);
  expect(await rowsOf(shop, 'select is_active from brands where sanity_id = $1', [gone])).toEqual([
    { is_active: false },
  ]);
  const open = (await eventsOf('wave-')).filter(({ status }) => status !== 'processed');
  expect(open).toEqual([]);
});

it('matches a record by the document id that the service assigned, in either spelling', async () => {
  const rows = await rowsOf(
    shop,
    `insert into brands (id, name, slug) values (gen_random_uuid(), 'Ours', 'ours-1'),
       (gen_random_uuid(), 'Ours', 'ours-2') returning id`,
  );
  const [upper, lower] = rows.map(({ id }) => String(id));
  await send(
    edited(`brand_${upper?.toUpperCase()}`, 'brand', { name: 'Shouted' }),
    edited(`brand_${lower}`, 'brand', { name: 'Said' }),
  );
  await runAll();
  expect(
    await rowsOf(
      shop,
      "select id, name from brands where slug in ('ours-1', 'ours-2') order by slug",
    ),
  ).toEqual([
    { id: upper, name: 'Shouted' },
    { id: lower, name: 'Said' },
  ]);
});

it('applies at most fifty documents in a batch', async () => {
  const names = Array.from({ length: 110 }, (_, n) => `many-${n}`);
  await send(...names.map(name => edited(name, 'brand', { name })));
  const inFirstLane = names.filter(name => laneOf(name) === 0).length;
  expect(await runAll()).toBe(Math.ceil(inFirstLane / 50) + Math.ceil((110 - inFirstLane) / 50));
  expect(await brandsOf('many-')).toHaveLength(110);
});

it('takes over documents claimed by a dead node', async () => {
  await send(...['a', 'b', 'c', 'd'].map(name => edited(`lost-${name}`, 'brand', { name })));
  await shop.platform.cache.setText('content:mutating:lost-e', 'r-ours', 5);
  const [edit] = await send(edited('lost-e', 'brand', { name: 'e' }));
  expect(edit?.body.reason).toBe('django_mutation_in_progress');
  await rowsOf(
    shop,
    `update content_inbound_events set due_at = now() - interval '11 seconds'
     where document_id like 'lost-%'`,
  );
  const { rows } = await claim(shop.platform.db, inboundQueue, shop.platform.clock);
  expect(rows.length).toBeGreaterThan(0);
  await runAll();
  expect((await brandsOf('lost-')).length).toBe(5 - rows.length);
  await rowsOf(
    shop,
    `update content_inbound_events set lease_until = now() - interval '1 second'
     where lease_until is not null`,
  );
  await runAll();
  expect((await brandsOf('lost-')).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('rolls back the whole document when the event cannot be finished', async () => {
  const [reply] = await send(edited('whole-1', 'brand', { name: 'Whole' }));
  await rowsOf(
    shop,
    `create function refuse() returns trigger language plpgsql as $$
     begin raise exception 'not now'; end $$`,
  );
  await rowsOf(
    shop,
    `create trigger refuse before update on content_inbound_events
     for each row when (new.status = 'processed') execute function refuse()`,
  );
  await runAll();
  expect(await brandsOf('whole-')).toEqual([]);
  expect((await eventsOf('whole-'))[0]).toMatchObject({ status: 'pending', attempts: 1 });

  await rowsOf(shop, 'drop trigger refuse on content_inbound_events');
  await rowsOf(
    shop,
    `update content_inbound_events set due_at = now() - interval '1 second' where id = $1`,
    [reply?.body.task_id],
  );
  await runAll();
  expect(await brandsOf('whole-')).toEqual([{ sanity_id: 'whole-1', name: 'Whole' }]);
  expect((await eventsOf('whole-'))[0]).toMatchObject({ status: 'processed' });
});
