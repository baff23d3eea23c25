import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announce } from '../support/announce.js';
import { type FakeDocument, type FakeSanity, sanityEnv, startFakeSanity } from './fake-sanity.js';
import { deliver, openContentShop, rowsOf, type Shop, settled, syncOf } from './support.js';

/** `CONTENT_EDITS=1000` for a long run. */
const EDITS = Number(process.env.CONTENT_EDITS ?? 100);
const SEED = Number(process.env.CONTENT_SEED ?? 20_260_601);

/** The same edits for the same seed, which is printed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let fake: FakeSanity;
let shop: Shop;
let token: string;
beforeAll(async () => {
  fake = await startFakeSanity();
  shop = await openContentShop({ env: sanityEnv(fake) });
  token = await shop.officeToken('admin');
  await settled(shop);
});
afterAll(async () => {
  await shop.close();
  await fake.close();
});

type Subject = { id: string; path: string; table: string; type: string };

/** A field, its name in the content system, and a new value for both sides. */
const FIELDS: [column: string, field: string, make: (n: number) => [unknown, unknown]][] = [
  ['name', 'name', n => [`Name ${n}`, `Name ${n}`]],
  ['slug', 'slug', n => [`slug-${n}`, { _type: 'slug', current: `slug-${n}` }]],
  ['is_active', 'isActive', n => [n % 2 === 0, n % 2 === 0]],
];

async function subjects(): Promise<Subject[]> {
  const made: Subject[] = [];
  for (const [path, table, type] of [
    ['brands', 'brands', 'brand'],
    ['categories', 'categories', 'category'],
    ['collections', 'collections', 'collection'],
  ] as const) {
    for (let n = 0; n < 2; n += 1) {
      const { body } = await shop.call('POST', `/${path}/`, {
        token,
        body: { name: `${type} ${n}` },
      });
      made.push({ id: body.id, path: `/${path}/${body.id}/`, table, type });
    }
  }
  await settled(shop);
  return made;
}

/** Unfinished webhooks and changes, including delayed ones. */
async function waiting(): Promise<number> {
  const [row] = await rowsOf(
    shop,
    `select (select count(*) from content_inbound_events where due_at is not null)
       + (select count(*) from content_changes where parked_at is null) as n`,
  );
  return Number(row?.n);
}

it(`converges after ${EDITS} edits on both sides, without echoes`, async () => {
  const chance = random(SEED);
  const all = await subjects();
  const underWay: Promise<unknown>[] = [];
  let answers = 0;
  // The content system reports every change, ours included: late, in any order, some twice.
  const report = async (document: FakeDocument, waitMs: number): Promise<void> => {
    await pause(waitMs);
    const { status } = await deliver(shop, document);
    expect([200, 202]).toContain(status);
    answers += 1;
  };
  fake.onChange(document => {
    underWay.push(report(document, chance() * 150));
    if (chance() < 0.1) underWay.push(report(document, chance() * 400));
  });

  let here = 0;
  for (let n = 0; n < EDITS; n += 1) {
    const subject = all[Math.floor(chance() * all.length)];
    const [column, field, make] = FIELDS[Math.floor(chance() * FIELDS.length)] ?? FIELDS[0] ?? [];
    if (!subject || !column || !field || !make) throw new Error('nothing to edit');
    const [local, remote] = make(n);
    if (chance() < 0.5) {
      here += 1;
      const { status } = await shop.call('PATCH', subject.path, {
        token,
        body: { [column]: local },
      });
      expect(status).toBe(200);
    } else fake.edit(`${subject.type}_${subject.id}`, subject.type, { [field]: remote });
    if (chance() < 0.5) await pause(chance() * 60);
  }
  while (underWay.length > 0 || (await waiting()) > 0) {
    await Promise.all(underWay.splice(0));
    await settled(shop);
    // Makes delayed work due now.
    await rowsOf(shop, 'update content_changes set due_at = now() where due_at > now()');
    await rowsOf(
      shop,
      'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
    );
    await settled(shop);
  }

  for (const { id, table, type } of all) {
    const [row] = await rowsOf(shop, `select * from ${table} where id = $1`, [id]);
    const document = fake.documents.get(`${type}_${id}`);
    expect([document?.name, document?.slug.current, document?.isActive]).toEqual([
      row?.name,
      row?.slug,
      row?.is_active,
    ]);
    expect((await syncOf(shop, type, id))?.rev).toBe(document?._rev);
  }
  const stuck = await rowsOf(
    shop,
    `select status, error from content_inbound_events where status in ('pending', 'failed')`,
  );
  expect(stuck).toEqual([]);
  expect(await rowsOf(shop, 'select * from content_changes')).toEqual([]);
  // Every write by the service was for an edit made here: no incoming edit was echoed.
  expect(fake.commits.length).toBeLessThanOrEqual(all.length + here);
  expect(answers).toBeGreaterThanOrEqual(EDITS - here);
  const before = fake.commits.length;
  await pause(1_500);
  await settled(shop);
  expect(fake.commits.length).toBe(before);
  if (process.env.CONTENT_EDITS) {
    await announce(
      shop.platform.db,
      `${EDITS} edits (${here} here, ${EDITS - here} there), seed ${SEED}: both sides alike, ` +
        `${answers} webhooks, ${fake.commits.length} writes, none after rest`,
    );
  }
});
