import '../support/till-device.js';
import { expect, it } from 'vitest';
import { inDatabase, result, VALUES } from '../../web/register/state/database.js';
import { changedBlocks, makeBlocks } from '../../web/register/state/goods-block.js';
import type {
  Extras,
  Head,
  KeptVariant,
  Snapshot,
} from '../../web/register/state/kept-catalogue.js';
import { readSnapshot, writeExtras, writeSnapshot } from '../../web/register/state/snapshot.js';

const STORE = 'store-of-the-kept-catalogue';
const EXTRAS: Extras = { methods: [], patterns: [] };

const variant = (n: number, price = '18.00'): KeptVariant => ({
  id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  product_id: n,
  sku: `SKU-${n}`,
  product: `Thing ${n}`,
  price,
  tax_class: 'standard',
});
const headOf = (version: string): Head => ({ version, storeId: STORE }) as Head;
const whole = (version: string, price?: string): Snapshot => ({
  head: headOf(version),
  blocks: makeBlocks(Array.from({ length: 15_000 }, (_, n) => variant(n, price))),
  switches: [1, 2],
});
const changed = (before: Snapshot, version: string, variants: KeptVariant[]): Snapshot => ({
  ...before,
  head: headOf(version),
  blocks: changedBlocks(before.blocks, { gone: [], variants }),
});
const keys = (): Promise<string[]> =>
  inDatabase('readonly', async table => {
    const all = await result(table(VALUES).getAllKeys());
    return all.map(String).filter(key => /^(block|goods|catalogue)/.test(key));
  });
const blockKeys = async () => (await keys()).filter(key => key.startsWith('block:'));
/** A block never changes, so that its key stands for it. */
const short = (snapshot: Snapshot | undefined) =>
  snapshot && { ...snapshot, blocks: snapshot.blocks.map(({ key }) => key) };
const kept = async () => short((await readSnapshot(STORE))?.snapshot);

it('is read as it was written, by its own store only', async () => {
  const first = whole('1');
  await writeSnapshot(first, undefined);
  // Ways to pay and labels are part of what a till needs to start.
  expect(await kept()).toBeUndefined();
  await writeExtras(EXTRAS);
  expect(await readSnapshot(STORE)).toEqual({ snapshot: first, extras: EXTRAS });
  expect(await readSnapshot('another store')).toBeUndefined();
});

it('writes the blocks of a change and keeps the others', async () => {
  const first = whole('1');
  await writeSnapshot(first, undefined);
  const before = await blockKeys();
  const next = changed(first, '2', [variant(7_000, '20.00')]);
  await writeSnapshot(next, first);
  expect(await kept()).toEqual(short(next));
  const after = await blockKeys();
  expect(after).toHaveLength(3);
  expect(after.filter(key => before.includes(key))).toHaveLength(2);
});

it('keeps what a faster tab has written', async () => {
  const first = whole('1');
  await writeSnapshot(first, undefined);
  const newer = changed(first, '3', [variant(1, '30.00')]);
  await writeSnapshot(newer, first);
  await writeSnapshot(changed(first, '2', [variant(2, '20.00')]), first);
  expect(await kept()).toEqual(short(newer));
});

it('writes every block if another tab has made other ones of the same version', async () => {
  const here = whole('1');
  await writeSnapshot(here, undefined);
  await writeSnapshot(whole('1'), undefined);
  const next = changed(here, '2', [variant(0, '20.00')]);
  await writeSnapshot(next, here);
  expect(await kept()).toEqual(short(next));
  expect(await blockKeys()).toHaveLength(next.blocks.length);
});

it('is not read if a block is missing', async () => {
  await writeSnapshot(whole('1'), undefined);
  const [first = ''] = await blockKeys();
  await inDatabase('readwrite', async table => {
    table(VALUES).delete(first);
  });
  expect(await kept()).toBeUndefined();
});

it('drops the copy of an earlier release, which it does not read', async () => {
  await inDatabase('readwrite', async table => {
    const values = table(VALUES);
    for (const key of await result(values.getAllKeys())) {
      if (/^(block|catalogue-of)/.test(String(key))) values.delete(key);
    }
    values.put({ version: '9', storeId: STORE, categories: [] }, 'catalogue-head');
    values.put([variant(1)], 'goods:01');
    values.put({ variants: [] }, 'catalogue');
  });
  expect(await kept()).toBeUndefined();
  const fresh = whole('10');
  await writeSnapshot(fresh, undefined);
  expect(await kept()).toEqual(short(fresh));
  const blocks = fresh.blocks.map(({ key }) => `block:${key}`);
  expect(await keys()).toEqual(
    [...blocks, 'catalogue-extras', 'catalogue-of-blocks'].sort((a, b) => (a < b ? -1 : 1)),
  );
});
