import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import {
  createReferenceData,
  StaleReferenceData,
  withReferenceData,
} from '../../src/platform/reference-data/index.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const run = (sql: string) => statement(shop.platform.db, sql);
const version = async (): Promise<number> => {
  const [row] = await statement<{ version: string }>(
    shop.platform.db,
    'select version::text from reference_version',
  );
  return Number(row?.version);
};

describe('the version of the reference data', () => {
  it.each([
    ['stores', `set name = name || '.'`],
    ['tax_jurisdictions', 'set rate = rate + 0.001'],
    ['terminals', `set name = name || '.'`],
    ['products', 'set is_active = not is_active'],
    ['product_variants', 'set price = price + 1'],
    ['payment_methods', 'set is_active = not is_active'],
    ['promotions', 'set value = value + 1'],
    ['promo_codes', 'set is_active = not is_active'],
    ['campaigns', `set name = name || '.'`],
  ])('rises by one when %s change, however many rows', async (table, change) => {
    const before = await version();
    const changed = await statement(shop.platform.db, `update ${table} ${change} returning 1`);
    expect(changed.length).toBeGreaterThan(0);
    expect(await version()).toBe(before + 1);
  });

  it.each([
    ['promo_codes', 'set used_count = used_count + 1'],
    ['campaigns', 'set spent = spent + 1'],
    ['terminals', 'set last_seen_at = now()'],
  ])('stays when sales count in %s', async (table, change) => {
    const before = await version();
    const changed = await statement(shop.platform.db, `update ${table} ${change} returning 1`);
    expect(changed.length).toBeGreaterThan(0);
    expect(await version()).toBe(before);
  });

  it('rises with the commit, and not with a rollback', async () => {
    const before = await version();
    await expect(
      atomically(shop.platform.db, async tx => {
        await statement(tx, 'update product_variants set price = price + 1');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await version()).toBe(before);
    await atomically(shop.platform.db, async tx => {
      await statement(tx, 'update product_variants set price = price + 1');
      expect(await version()).toBe(before);
      await statement(tx, 'update products set is_active = is_active');
    });
    expect(await version()).toBe(before + 1);
  });

  it('lets two transactions change records of each other without a deadlock', async () => {
    const [a, b] = await statement<{ id: string }>(
      shop.platform.db,
      'select id from product_variants order by id limit 2',
    );
    const before = await version();
    let firstDone: () => void = () => undefined;
    const first = new Promise<void>(resolve => {
      firstDone = resolve;
    });
    const one = atomically(shop.platform.db, async tx => {
      await statement(tx, 'update product_variants set price = price + 1 where id = $1', [a?.id]);
      firstDone();
      await sleep(50);
      await statement(tx, 'update product_variants set price = price + 1 where id = $1', [b?.id]);
    });
    await first;
    const two = atomically(shop.platform.db, tx =>
      statement(tx, 'update product_variants set price = price + 1 where id = $1', [b?.id]),
    );
    await Promise.all([one, two]);
    expect(await version()).toBe(before + 2);
  });
});

describe('the memory of reference data', () => {
  it('loads a value once for all callers, and again after it was forgotten', async () => {
    const memory = createReferenceData(shop.platform.db);
    let loads = 0;
    const load = async () => ({ loads: ++loads });
    const data = await memory.current();
    expect(await Promise.all([data.remember('a', load), data.remember('a', load)])).toEqual([
      { loads: 1 },
      { loads: 1 },
    ]);
    expect(await (await memory.current()).remember('a', load)).toEqual({ loads: 1 });
    memory.forget(data);
    const fresh = await memory.current();
    expect(await fresh.remember('a', load)).toEqual({ loads: 2 });
    memory.forget(data);
    expect(await memory.current()).toBe(fresh);
  });

  it('does not keep a load that failed', async () => {
    const data = await createReferenceData(shop.platform.db).current();
    await expect(data.remember('a', () => Promise.reject(new Error('down')))).rejects.toThrow(
      'down',
    );
    expect(await data.remember('a', async () => ({ ok: true }))).toEqual({ ok: true });
  });

  it('runs work again on fresh data when it was outdated', async () => {
    const referenceData = createReferenceData(shop.platform.db);
    const before = (await referenceData.current()).version;
    await run('update product_variants set price = price + 1');
    const seen: string[] = [];
    const result = await withReferenceData({ referenceData }, async ({ version: read }) => {
      seen.push(read);
      if (Number(read) !== (await version())) throw new StaleReferenceData();
      return 'written';
    });
    expect(result).toBe('written');
    expect(seen).toEqual([before, String(Number(before) + 1)]);
  });

  it('holds the version when the data changes under every attempt', async () => {
    const referenceData = createReferenceData(shop.platform.db);
    const changing = async () => {
      for (let n = 0; n < 60; n += 1) await run('update product_variants set price = price + 1');
    };
    let attempts = 0;
    const work = withReferenceData({ referenceData }, async data => {
      attempts += 1;
      // The change of another node between the look and the writing statement.
      const changed = run('update product_variants set price = price + 1');
      if (attempts <= 4) await changed;
      else changed.catch(() => undefined);
      if (Number(data.version) !== (await version())) throw new StaleReferenceData();
      return 'written';
    });
    expect(await Promise.all([work, changing()])).toEqual(['written', undefined]);
    expect(attempts).toBe(5);
  });
});
