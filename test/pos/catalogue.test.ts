import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearChanges } from '../../src/domains/pos/catalogue/clear-changes.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf } from '../transactions/support.js';

type Variant = { id: string; sku: string; product: string; name?: string; price: string };
type Catalogue = {
  version: string;
  is_full: boolean;
  variants: Variant[];
  prices: { variant_id: string; amount: string }[];
  promotions: { id: string; name: string }[];
  tax_rates: { jurisdiction: string; tax_class: string | null; rate: string }[];
  gone: string[];
};

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const PATH = '/pos/catalog/';
const load = async (since?: string, employee = 'EMP001', headers = {}) =>
  shop.call('GET', `${PATH}${since === undefined ? '' : `?since=${since}`}`, {
    token: await shop.tillToken(employee),
    headers,
  });
const catalogue = async (since?: string, employee?: string): Promise<Catalogue> =>
  (await load(since, employee)).body;
const variantOf = async (sku: string) =>
  (
    await statement<{ id: string; product_id: number }>(
      shop.platform.db,
      'select id, product_id from product_variants where sku = $1',
      [sku],
    )
  )[0] as { id: string; product_id: number };
const run = (sql: string, values: unknown[] = []) => statement(shop.platform.db, sql, values);

describe('the catalogue of a till', () => {
  it('has every variant that is sold, the rates of the store and the prices of its lists', async () => {
    const reply = await load();
    expect(reply.status).toBe(200);
    const full: Catalogue = reply.body;
    const sold = await statement<{ sku: string }>(
      shop.platform.db,
      `select v.sku from product_variants v join products p on p.id = v.product_id
       where v.is_active and p.is_active and not p.is_draft order by v.sku`,
    );
    expect(full.is_full).toBe(true);
    expect(full.gone).toEqual([]);
    expect(full.variants.map(({ sku }) => sku).sort()).toEqual(sold.map(({ sku }) => sku).sort());
    expect(full.variants.find(({ sku }) => sku === 'MUG-WHITE')).toMatchObject({
      id: (await variantOf('MUG-WHITE')).id,
      price: '12.50',
    });
    expect(full.prices).toEqual([]);
    const elsewhere = await catalogue(undefined, 'EMP005');
    const mug = (await variantOf('MUG-WHITE')).id;
    expect(elsewhere.prices.filter(price => price.variant_id === mug)).toMatchObject([
      { amount: '12.50' },
    ]);
    expect(elsewhere.tax_rates).not.toEqual(full.tax_rates);
  });

  it('is sent as gzip or brotli, and not at all to a till that has it', async () => {
    const token = await shop.tillToken();
    const get = (headers: Record<string, string>) =>
      shop.app.inject({
        url: PATH,
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const plain = await get({});
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
    for (const encoding of ['gzip', 'br'] as const) {
      const packed = await get({ 'accept-encoding': encoding });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
      });
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
    const again = await get({ 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('sends the changes since a version: changed and gone variants, with all of their prices', async () => {
    const { version } = await catalogue();
    expect(await catalogue(version)).toMatchObject({
      version,
      is_full: false,
      variants: [],
      prices: [],
      gone: [],
    });
    const mug = await variantOf('MUG-WHITE');
    const tee = await variantOf('TEE-BLACK-M');
    await run(`update product_variants set price = 13.00 where id = $1`, [mug.id]);
    await run(`update product_variants set is_active = false where id = $1`, [tee.id]);
    const delta = await catalogue(version);
    expect(delta.is_full).toBe(false);
    expect(delta.variants.map(({ id, price }) => [id, price])).toEqual([[mug.id, '13.00']]);
    expect(delta.gone).toEqual([tee.id]);
    const airport = await catalogue(version, 'EMP005');
    expect(airport.prices.map(price => price.variant_id)).toEqual([mug.id]);
    expect(await catalogue(delta.version)).toMatchObject({ variants: [], gone: [] });
    await run(`update product_variants set price = 12.50 where id = $1`, [mug.id]);
    await run(`update product_variants set is_active = true where id = $1`, [tee.id]);
  });

  it('sends all variants of a changed product, and those whose price in a list changed or went', async () => {
    const { version } = await catalogue(undefined, 'EMP005');
    const mug = await variantOf('MUG-WHITE');
    await run(`update products set name = name || ' New' where id = $1`, [mug.product_id]);
    const renamed = await catalogue(version, 'EMP005');
    expect(renamed.variants.find(({ id }) => id === mug.id)?.product).toMatch(/ New$/);
    await run('delete from prices where variant_id = $1', [mug.id]);
    const delta = await catalogue(renamed.version, 'EMP005');
    expect(delta.variants.map(({ id }) => id)).toEqual([mug.id]);
    expect(delta.prices).toEqual([]);
  });

  it('has a new version after a change of promotions and rates, with all of them', async () => {
    const { version, promotions } = await catalogue();
    await run(`update promotions set name = name || '!' where id = $1`, [promotions[0]?.id]);
    const delta = await catalogue(version);
    expect(delta.version).not.toBe(version);
    expect(delta).toMatchObject({ is_full: false, variants: [] });
    expect(delta.promotions).toHaveLength(promotions.length);
    expect(delta.promotions.find(({ id }) => id === promotions[0]?.id)?.name).toMatch(/!$/);
  });

  it('is sent whole for a version that this database does not know', async () => {
    const { version } = await catalogue();
    const [number = '', stamp = ''] = version.split('-');
    for (const since of ['0-0', 'x', `${Number(number) + 5}-${stamp}`, `${number}-1`]) {
      expect((await catalogue(since)).is_full, since).toBe(true);
    }
    const mug = await variantOf('MUG-WHITE');
    await run('update product_variants set price = price where id = $1', [mug.id]);
    const latest = await catalogue();
    await run(`update till_catalog_changes set changed_at = changed_at - interval '15 days'`);
    await clearChanges(shop.platform);
    expect((await catalogue(version)).is_full).toBe(true);
    const [left] = await statement<{ n: number }>(
      shop.platform.db,
      'select count(distinct version)::int as n from till_catalog_changes',
    );
    expect(left?.n).toBe(1);
    expect(latest.version).not.toBe(version);
  });

  it('misses no change of a transaction that commits after the till has loaded', async () => {
    const { version } = await catalogue();
    const mug = await variantOf('MUG-WHITE');
    const tee = await variantOf('TEE-BLACK-M');
    let release = () => {};
    const waits = new Promise<void>(resolve => {
      release = resolve;
    });
    let changed = () => {};
    const isChanged = new Promise<void>(resolve => {
      changed = resolve;
    });
    const slow = shop.platform.db.transaction().execute(async tx => {
      await statement(tx, 'update product_variants set price = 14 where id = $1', [mug.id]);
      changed();
      await waits;
    });
    await isChanged;
    await run('update product_variants set price = 26 where id = $1', [tee.id]);
    const first = await catalogue(version).finally(release);
    expect(first.variants.map(({ id }) => id)).toEqual([tee.id]);
    await slow;
    expect((await catalogue(first.version)).variants.map(({ id }) => id)).toEqual([mug.id]);
  });

  it('is for tills only', async () => {
    expect((await counter.get(PATH)).status).toBe(403);
    expect((await shop.call('GET', PATH)).status).toBe(401);
    expect((await load('1&x=1')).status).toBe(400);
  });
});
