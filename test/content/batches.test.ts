import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyEvents } from '../../src/domains/content/inbound/apply-event.js';
import { jobs } from '../../src/domains/content/jobs.js';
import { laneOf } from '../../src/domains/content/rules.js';
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
const waitingJobs = async () =>
  rowsOf(
    shop,
    `select key, run_at from graphile_worker.jobs
     where task_identifier = 'content:apply' order by id`,
  );
const brandsOf = (prefix: string) =>
  rowsOf(shop, 'select sanity_id, name from brands where sanity_id like $1 order by sanity_id', [
    `${prefix}%`,
  ]);

const send = (...documents: object[]): Promise<Reply[]> =>
  Promise.all(documents.map(document => deliver(shop, document)));

/** What a worker does when it comes to a job. */
async function runJob(condition: string, value: unknown): Promise<void> {
  const [job] = await rowsOf(
    shop,
    `update graphile_worker._private_jobs set locked_at = now() where ${condition} = $1
     returning id, payload`,
    [value],
  );
  await applyEvents(shop.platform, job?.payload);
  await rowsOf(shop, 'delete from graphile_worker._private_jobs where id = $1', [job?.id]);
}

/** The keys of lanes where documents are due and no job waits to be run for the lane. */
async function asleep(): Promise<string[]> {
  const due = await rowsOf(
    shop,
    'select document_id from content_inbound_events where due_at <= now()',
  );
  const woken = new Set((await waitingJobs()).map(({ key }) => key));
  const wanted = due.map(({ document_id }) => `content:apply:${laneOf(document_id)}`);
  return [...new Set(wanted)].filter(key => !woken.has(key));
}
const allAwake = () => expect.poll(asleep).toEqual([]);

async function runLaneOf(documentId: string): Promise<void> {
  await allAwake();
  await runJob('key', `content:apply:${laneOf(documentId)}`);
}

/** Runs what is due, one job after the other; says how many it took. */
async function runAll(): Promise<number> {
  await allAwake();
  for (let runs = 0; ; runs += 1) {
    const [due] = await rowsOf(
      shop,
      `select id from graphile_worker.jobs
       where task_identifier = 'content:apply' and run_at <= now() order by id limit 1`,
    );
    if (due === undefined) return runs;
    await runJob('id', due.id);
  }
}

it('judges webhooks that come together each for itself', async () => {
  await rowsOf(
    shop,
    `insert into content_mutations (document_id, rev, document_type, operation, status, started_at)
     values ('mixed-own', 'r-1', 'brand', 'save', 'succeeded', now())`,
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
  const told = (reply: Reply | undefined) => [
    reply?.status,
    reply?.body.status,
    reply?.body.reason,
  ];
  expect([own, draft, line, other].map(told)).toEqual([
    [200, 'skipped', 'django_mutation_in_progress'],
    [200, 'skipped', 'draft_document'],
    [200, 'skipped', 'line_items_managed_by_parent_transaction'],
    [202, 'accepted', undefined],
  ]);
  // Which of the two comes first is up to the network.
  expect(twice.map(told).sort()).toEqual([
    [200, 'duplicate', undefined],
    [202, 'accepted', undefined],
  ]);
  const kept = (await eventsOf('mixed-')).filter(({ status }) => status === 'pending');
  expect(kept.map(({ document_id }) => document_id).sort()).toEqual(['mixed-brand', 'mixed-other']);
  await runAll();
});

it('takes many documents in with few jobs, and a bad one holds up nobody', async () => {
  const documents = Array.from({ length: 40 }, (_, n) =>
    edited(`flood-${String(n).padStart(2, '0')}`, 'brand', n === 7 ? {} : { name: `Flood ${n}` }),
  );
  const replies = await send(...documents);
  expect(replies.every(({ status }) => status === 202)).toBe(true);
  await allAwake();
  expect((await waitingJobs()).map(({ key }) => key).sort()).toEqual([
    'content:apply:0',
    'content:apply:1',
  ]);

  const begun = Date.now();
  expect(await runAll()).toBeLessThanOrEqual(8);

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
      error: 'the document does not say its name, or not in a usable way',
    },
  ]);
  // A lane that was woken once more has a job that finds nothing to do.
  const left = (await waitingJobs()).filter(({ key }) => !/^content:apply:\d$/.test(key));
  expect(left.map(({ key }) => key)).toEqual([`content:apply:${replies[7]?.body.task_id}`]);
  // Four seconds, a fifth more or less.
  expect(left[0]?.run_at.getTime()).toBeGreaterThanOrEqual(begun + 3_200);
});

it('takes the revisions of a document in as they came', async () => {
  for (const name of ['First', 'Second', 'Third']) {
    await deliver(shop, { _id: 'order-1', _type: 'brand', _rev: name, name });
  }
  await runLaneOf('order-1');
  expect(await brandsOf('order-')).toEqual([{ sanity_id: 'order-1', name: 'Third' }]);
  expect((await eventsOf('order-')).map(({ rev, status }) => [rev, status])).toEqual([
    ['First', 'processed'],
    ['Second', 'processed'],
    ['Third', 'processed'],
  ]);
});

/** `count` names that begin alike and are worked on one after the other. */
const inOneLane = (prefix: string, count: number): string[] =>
  Array.from({ length: count * 10 }, (_, n) => `${prefix}-${n}`)
    .filter(name => laneOf(name) === 0)
    .slice(0, count);

it('takes edits, a deletion and documents that need each other in, each as if alone', async () => {
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
  await runLaneOf(brand);
  const waiting = (await eventsOf('wave-')).filter(({ status }) => status === 'pending');
  // The products were first and the local store cannot be asked for what has not come yet.
  expect(waiting.map(({ document_id, error }) => [document_id, error])).toEqual([
    [first, `there is no document ${category}`],
    [second, `there is no document ${category}`],
  ]);
  await rowsOf(
    shop,
    'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
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

it('knows a record by the name we gave its document, whichever way that is written', async () => {
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

it('goes on with a job of its own where more documents wait than it takes at a time', async () => {
  const names = Array.from({ length: 110 }, (_, n) => `many-${n}`);
  await send(...names.map(name => edited(name, 'brand', { name })));
  const runs = await runAll();
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(runs).toBeLessThanOrEqual(12);
  expect(await brandsOf('many-')).toHaveLength(110);
});

it('finds documents whose job went down with its node', async () => {
  await send(...['a', 'b', 'c', 'd'].map(name => edited(`lost-${name}`, 'brand', { name })));
  await shop.platform.cache.setText('content:mutating:lost-e', 'r-ours', 5);
  const [edit] = await send(edited('lost-e', 'brand', { name: 'e' }));
  expect(edit?.body.reason).toBe('django_mutation_in_progress');
  await allAwake();
  await rowsOf(shop, `delete from graphile_worker._private_jobs where key like 'content:apply:%'`);
  await rowsOf(
    shop,
    `update content_inbound_events set due_at = now() - interval '11 seconds'
     where document_id like 'lost-%'`,
  );
  await jobs.find(({ name }) => name === 'content:sweep')?.run(shop.platform, {});
  await runAll();
  expect((await brandsOf('lost-')).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('leaves nothing half done when the note that it is done cannot be written', async () => {
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
  await runLaneOf('whole-1');
  expect(await brandsOf('whole-')).toEqual([]);
  expect((await eventsOf('whole-'))[0]).toMatchObject({ status: 'pending', attempts: 1 });

  await rowsOf(shop, 'drop trigger refuse on content_inbound_events');
  await rowsOf(shop, `update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `content:apply:${reply?.body.task_id}`,
  ]);
  await runJob('key', `content:apply:${reply?.body.task_id}`);
  expect(await brandsOf('whole-')).toEqual([{ sanity_id: 'whole-1', name: 'Whole' }]);
  expect((await eventsOf('whole-'))[0]).toMatchObject({ status: 'processed' });
});
