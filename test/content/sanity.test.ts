import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSanity, sanityEnv, startFakeSanity } from './fake-sanity.js';
import { deliver, openContentShop, rowsOf, type Shop, settled, syncOf } from './support.js';

let fake: FakeSanity;
let shop: Shop;
let token: string;
beforeAll(async () => {
  fake = await startFakeSanity();
  shop = await openContentShop({ env: sanityEnv(fake) });
  token = await shop.officeToken('admin');
  await settled(shop);
});
afterEach(() => fake.fault(() => undefined));
afterAll(async () => {
  await shop.close();
  await fake.close();
});

const brandNamed = async (name: string, more: object = {}) =>
  (await shop.call('POST', '/brands/', { token, body: { name, ...more } })).body;
const change = (id: string, body: object) => shop.call('PATCH', `/brands/${id}/`, { token, body });
const rowOf = async (id: string) =>
  (await rowsOf(shop, 'select * from brands where id = $1', [id]))[0];
/** Two edits in the same millisecond have no order. */
const isPast = (moment: string) =>
  expect.poll(() => new Date().toISOString(), { interval: 1 }).toSatisfy(now => now > moment);
const hurry = () =>
  rowsOf(shop, `update content_changes set due_at = now() where parked_at is null`).then(() =>
    rowsOf(shop, `update graphile_worker._private_jobs set run_at = now() where run_at > now()`),
  );

describe('the content system', () => {
  it('receives new documents whole and then only edited fields', async () => {
    const brand = await brandNamed('Alpha');
    await settled(shop);
    const id = `brand_${brand.id}`;
    expect(fake.documents.get(id)).toMatchObject({ name: 'Alpha', isActive: true });
    await change(brand.id, { name: 'Alpha 2' });
    await settled(shop);
    expect(fake.commits.at(-1)?.mutations).toEqual([
      { patch: { id, set: { name: 'Alpha 2' }, ifRevisionID: expect.any(String) } },
    ]);
    expect((await syncOf(shop, 'brand', brand.id))?.rev).toBe(fake.documents.get(id)?._rev);
  });

  it("keeps the editors' own fields, translations and formats", async () => {
    const product = await shop.call('POST', '/products/', {
      token,
      body: { name: 'Vase', description: 'Made of glass.' },
    });
    await settled(shop);
    const id = `product_${product.body.id}`;
    const edit = fake.edit(id, 'product', {
      name: { _type: 'localeString', en: 'Vase', de: 'Vase aus Glas' },
      description: [{ _type: 'block', _key: 'x', children: [{ _type: 'span', text: 'Glass.' }] }],
      seo: { title: 'Buy a vase' },
    });
    await deliver(shop, edit);
    await settled(shop);
    await shop.call('PATCH', `/products/${product.body.id}/`, {
      token,
      body: { name: 'Tall vase', description: 'Made of glass.\n\nBy hand.' },
    });
    await settled(shop);
    expect(fake.documents.get(id)).toMatchObject({
      name: { _type: 'localeString', en: 'Tall vase', de: 'Vase aus Glas' },
      seo: { title: 'Buy a vase' },
    });
    const blocks = fake.documents.get(id)?.description;
    expect(
      blocks.map((block: { children: { text: string }[] }) => block.children[0]?.text),
    ).toEqual(['Made of glass.', 'By hand.']);
  });

  it('supplies documents that a reference names and that are missing here', async () => {
    fake.edit('brand-remote', 'brand', { name: 'Remote brand' });
    const product = fake.edit('product-remote', 'product', {
      name: 'Remote product',
      brand: { _type: 'reference', _ref: 'brand-remote' },
    });
    await deliver(shop, product);
    await settled(shop);
    const [row] = await rowsOf(
      shop,
      `select b.name from products p join brands b on b.id = p.brand_id where p.sanity_id = 'product-remote'`,
    );
    expect(row?.name).toBe('Remote brand');
    expect(fake.reads).toContain('brand-remote');
  });

  it('is followed for five levels of references and no further', async () => {
    const chain = (length: number, name: string): string => {
      for (let n = length; n >= 0; n -= 1) {
        fake.edit(`${name}-${n}`, 'category', {
          name: `${name} ${n}`,
          ...(n < length && { parent: { _type: 'reference', _ref: `${name}-${n + 1}` } }),
        });
      }
      return `${name}-0`;
    };
    const five = chain(5, 'five');
    const six = chain(6, 'six');
    await deliver(shop, fake.documents.get(five));
    await deliver(shop, fake.documents.get(six));
    await settled(shop);
    const rows = await rowsOf(
      shop,
      `select sanity_id from categories where sanity_id ~ '^(five|six)-' order by 1`,
    );
    expect(rows.map(row => row.sanity_id)).toEqual([
      'five-0',
      'five-1',
      'five-2',
      'five-3',
      'five-4',
      'five-5',
    ]);
    const [event] = await rowsOf(
      shop,
      'select * from content_inbound_events where document_id = $1',
      [six],
    );
    expect(event).toMatchObject({ status: 'pending', error: 'six-6 is more than 5 levels away' });
    await rowsOf(
      shop,
      `update content_inbound_events set status = 'skipped', due_at = null where id = $1`,
      [event?.id],
    );
  });
});

describe('a deletion in the content system', () => {
  it('is verified before it is applied', async () => {
    const brand = await brandNamed('Deleted?');
    await settled(shop);
    const id = `brand_${brand.id}`;
    const document = fake.edit(id, 'brand', { name: 'Deleted?!' });
    const deletion = { headers: { 'cms-operation': 'delete' } };
    await deliver(shop, document, deletion);
    await settled(shop);
    expect((await rowOf(brand.id))?.is_active).toBe(true);
    fake.remove(id);
    await deliver(shop, { ...document, _rev: 'last' }, deletion);
    await settled(shop);
    expect((await rowOf(brand.id))?.is_active).toBe(false);
    expect(fake.documents.has(id)).toBe(false);
  });

  it('of a record deleted here deletes its document, which does not return', async () => {
    const brand = await brandNamed('Short-lived');
    await settled(shop);
    const id = `brand_${brand.id}`;
    const late = fake.edit(id, 'brand', { name: 'Too late' });
    await shop.call('DELETE', `/brands/${brand.id}/`, { token });
    await settled(shop);
    expect(fake.documents.has(id)).toBe(false);
    await deliver(shop, late);
    await settled(shop);
    const found = await rowsOf(shop, 'select * from brands where sanity_id = $1', [id]);
    expect(found).toEqual([]);
    const [event] = await rowsOf(
      shop,
      'select reason from content_inbound_events where document_id = $1 order by id desc',
      [id],
    );
    expect(event?.reason).toBe('deleted_here');
  });
});

describe('a fault', () => {
  it('of one record does not delay the others', async () => {
    const [odd, good] = [await brandNamed('Odd one'), await brandNamed('Good one')];
    await settled(shop);
    // Its next document cannot be stored: another record already has that id.
    await rowsOf(shop, 'update brands set sanity_id = null where id = $1', [odd.id]);
    await brandNamed('Thief', { sanity_id: `brand_${odd.id}` });
    await settled(shop);
    await change(odd.id, { name: 'Odd two' });
    await change(good.id, { name: 'Good two' });
    await expect.poll(() => fake.documents.get(`brand_${good.id}`)?.name).toBe('Good two');
    await rowsOf(shop, 'delete from brands where id = $1', [odd.id]);
    await settled(shop);
    await rowsOf(shop, 'delete from content_changes');
  });

  it('of the content system is retried, and nothing is lost', async () => {
    const brand = await brandNamed('Patient');
    await settled(shop);
    fake.fault(path => (path.includes('/mutate/') ? { status: 503 } : undefined));
    await change(brand.id, { name: 'Patient 2' });
    await expect
      .poll(async () => (await rowsOf(shop, 'select error from content_changes'))[0]?.error)
      .toBe('the content system answered 503');
    const health = await shop.call('GET', '/integrations/analytics/sync-health/', { token });
    expect(health.body).toMatchObject({ status: 'degraded', outbound: { pending: 1 } });
    fake.fault(() => undefined);
    await hurry();
    await expect.poll(() => fake.documents.get(`brand_${brand.id}`)?.name).toBe('Patient 2');
    await settled(shop);
    expect(await rowsOf(shop, 'select * from content_changes')).toEqual([]);
  });

  it('is parked after the last attempt, listed, and retried manually', async () => {
    const brand = await brandNamed('Stubborn');
    await settled(shop);
    fake.fault(path => (path.includes('/mutate/') ? { status: 400 } : undefined));
    await change(brand.id, { name: 'Stubborn 2' });
    await expect
      .poll(async () => (await rowsOf(shop, 'select attempts from content_changes'))[0]?.attempts)
      .toBe(1);
    await rowsOf(shop, 'update content_changes set attempts = 9');
    await hurry();
    await expect
      .poll(
        async () =>
          (await rowsOf(shop, 'select parked_at from content_changes'))[0]?.parked_at ?? null,
      )
      .not.toBeNull();
    const failed = '/integrations/outbound-changes/?status=failed';
    expect((await shop.call('GET', failed, { token })).body).toMatchObject([
      { kind: 'brand', record_id: brand.id, status: 'failed', attempts: 10, next_attempt_at: null },
    ]);
    fake.fault(() => undefined);
    const retry = await shop.call(
      'POST',
      `/integrations/outbound-changes/brand/${brand.id}/retry/`,
      {
        token,
      },
    );
    expect([retry.status, retry.body.status]).toEqual([202, 'pending']);
    await settled(shop);
    expect(fake.documents.get(`brand_${brand.id}`)?.name).toBe('Stubborn 2');
    expect((await shop.call('GET', failed, { token })).body).toEqual([]);
  });

  it('of one document in a batch does not delay the others', async () => {
    await settled(shop);
    fake.fault(path => (path.includes('/mutate/') ? { status: 503 } : undefined));
    const brands = [await brandNamed('One'), await brandNamed('Two'), await brandNamed('Three')];
    fake.edit(`brand_${brands[1].id}`, 'brand', { name: 'Taken over there' });
    fake.fault(() => undefined);
    await hurry();
    await expect
      .poll(() => brands.map(brand => fake.documents.get(`brand_${brand.id}`)?.name))
      .toEqual(['One', 'Two', 'Three']);
    await settled(shop);
  });

  it('that loses the answer writes nothing twice', async () => {
    const brand = await brandNamed('Swallowed');
    await settled(shop);
    let lost = 1;
    fake.fault(path => (path.includes('/mutate/') && lost-- > 0 ? 'answer_lost' : undefined));
    await change(brand.id, { name: 'Swallowed 2' });
    await expect
      .poll(async () => (await rowsOf(shop, 'select attempts from content_changes'))[0]?.attempts)
      .toBe(1);
    const written = fake.documents.get(`brand_${brand.id}`);
    expect(written?.name).toBe('Swallowed 2');
    const echo = await deliver(shop, written);
    expect(echo.body).toMatchObject({ status: 'skipped', detection_method: 'database' });
    await hurry();
    await settled(shop);
    expect(fake.documents.get(`brand_${brand.id}`)?.name).toBe('Swallowed 2');
    expect((await rowOf(brand.id))?.name).toBe('Swallowed 2');
  });
});

describe('edits on both sides', () => {
  it('of different fields are both kept', async () => {
    const brand = await brandNamed('Both');
    await settled(shop);
    const id = `brand_${brand.id}`;
    const edit = fake.edit(id, 'brand', { slug: { _type: 'slug', current: 'both-sides' } });
    await change(brand.id, { name: 'Both here' });
    await settled(shop);
    await deliver(shop, edit);
    await settled(shop);
    expect(await rowOf(brand.id)).toMatchObject({ name: 'Both here', slug: 'both-sides' });
    expect(fake.documents.get(id)).toMatchObject({
      name: 'Both here',
      slug: { current: 'both-sides' },
    });
  });

  it('of one field: the newer one wins, whichever arrives first', async () => {
    const brand = await brandNamed('Clash');
    await settled(shop);
    const id = `brand_${brand.id}`;
    const names = async () => [(await rowOf(brand.id))?.name, fake.documents.get(id)?.name];

    const older = fake.edit(id, 'brand', { name: 'First there' });
    await isPast(older._updatedAt);
    await change(brand.id, { name: 'Then here' });
    await settled(shop);
    await deliver(shop, older);
    await settled(shop);
    expect(await names()).toEqual(['Then here', 'Then here']);

    fake.fault(path => (path.includes('/mutate/') ? { status: 503 } : undefined));
    const { body } = await change(brand.id, { name: 'First here' });
    await isPast(body.updated_at);
    const newer = fake.edit(id, 'brand', { name: 'Then there' });
    await deliver(shop, newer);
    fake.fault(() => undefined);
    await settled(shop);
    await hurry();
    await settled(shop);
    expect(await names()).toEqual(['Then there', 'Then there']);
  });

  it('during a write: the webhook is skipped, the edit is not lost', async () => {
    const brand = await brandNamed('Flight');
    await settled(shop);
    const id = `brand_${brand.id}`;
    let arrived = (): void => undefined;
    let release = (): void => undefined;
    const onItsWay = new Promise<void>(resolve => {
      arrived = resolve;
    });
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    fake.fault(async path => {
      if (path.includes('/mutate/')) {
        arrived();
        await released;
      }
      return undefined;
    });
    await change(brand.id, { name: 'Flight here' });
    await onItsWay;
    const edit = fake.edit(id, 'brand', { isActive: false });
    const webhook = await deliver(shop, edit);
    expect(webhook.body).toMatchObject({
      status: 'skipped',
      reason: 'django_mutation_in_progress',
      detection_method: 'cache',
    });
    fake.fault(() => undefined);
    release();
    await settled(shop);
    await hurry();
    await settled(shop);
    await expect.poll(async () => (await rowOf(brand.id))?.is_active).toBe(false);
    expect(await rowOf(brand.id)).toMatchObject({ name: 'Flight here', is_active: false });
    expect(fake.documents.get(id)).toMatchObject({ name: 'Flight here', isActive: false });
  });
});
