import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { evaluateRule } from '../../src/domains/collections/evaluate-rule.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { longestTurn } from '../support/longest-turn.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf, onHand } from '../transactions/support.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const {
  send: sendFile,
  upload,
  bringUpload,
  undo,
  look,
  runJob,
  countEvents,
} = spreadsheetsOf(() => shop);

const get = async (path: string) =>
  (await shop.call('GET', path, { token: await shop.officeToken() })).body;
const product = (slug: string) => get(`/products/${slug}/`);
const patch = async (path: string, body: object) =>
  (await shop.call('PATCH', path, { token: await shop.officeToken(), body })).status;
const undoStatus = async (id: string, token?: string) => {
  const caller = token ?? (await shop.officeToken());
  const reply = await shop.call('POST', `/imports/${id}/undo/`, { token: caller });
  return [reply.status, reply.body.code];
};

/** The same person with another store: the token of a new login, because the old one ends. */
async function withStore(token: string, storeId: string): Promise<string> {
  const { id, username } = (await shop.call('GET', '/auth/me/', { token })).body;
  const moved = await shop.call('PATCH', `/users/${id}/`, {
    token: await shop.officeToken('admin'),
    body: { store_ids: [storeId] },
  });
  expect([moved.status, moved.body.store_ids]).toEqual([200, [storeId]]);
  const body = { username, password: 'a-long-password-for-tests' };
  return (await shop.call('POST', '/auth/login/', { body })).body.access;
}

const PRODUCTS = [
  'slug,name,sku,variant_name,price',
  'kettle,Kettle,KETTLE-1,Small,20.00',
  'kettle,Kettle,KETTLE-2,Large,30.00',
  'white-mug,White Mug Deluxe,MUG-WHITE,,11.11',
  'pot,Pot,POT-1,,5.00',
].join('\n');

describe('a file in a form', () => {
  it.each([
    ['products', PRODUCTS],
    ['inventory_levels', 'store,sku,on_hand\nDOWNTOWN,MUG-WHITE,1\n'],
    ['prices', 'sku,price_list,amount\nMUG-WHITE,EUR,1.00\n'],
    ['shopify', 'URL handle,Title,Price\na,A,1.00\n'],
    ['woocommerce', 'ID,Type,SKU,Name,Published,Regular price\n1,simple,A,A,1,1\n'],
    ['square', 'Token,Item Name,Variation Name,SKU,Price\nt,A,Regular,A,1.00\n'],
  ])('is recognised as %s by its columns', async (kind, csv) => {
    const reply = await upload(csv, { dry_run: 'true' });
    expect([reply.status, reply.body.kind, reply.body.status]).toEqual([202, kind, 'queued']);
    expect(reply.body).toMatchObject({ dry_run: true, file_name: 'goods.csv', undo: null });
    expect(reply.headers.location).toBe(`/imports/${reply.body.id}/`);
  });

  it('that fits no kind or several is refused with the columns that decide', async () => {
    const unknown = await upload('name,amount\nA,1.00\n');
    expect([unknown.status, unknown.body.code]).toEqual([400, 'UNKNOWN_FILE_KIND']);
    expect(unknown.body.errors.file).toContain('shopify: handle or url handle, title');
    expect(unknown.body.errors.file).toHaveLength(7);
    const both = await upload('slug,handle,title\na,a,A\n');
    expect(both.body.errors.file).toEqual([
      'The columns fit several kinds of file; name the kind.',
      'products: slug',
      'shopify: handle or url handle, title',
    ]);
    const named = await upload('slug,handle,title\na,a,A\n', { kind: 'shopify', dry_run: 'true' });
    expect([named.status, named.body.kind]).toEqual([202, 'shopify']);
    const wrong = await upload('slug,name\na,A\n', { kind: 'square' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'UNKNOWN_FILE_KIND']);
  });

  it('lists its errors in a CSV file for whoever sees the import', async () => {
    const done = await bringUpload(
      ['slug,name,sku,price', 'good,Good,GOOD-1,1.00', '=bad,Bad,BAD-1,cheap'].join('\n'),
      { dry_run: 'true' },
    );
    const path = `/imports/${done.id}/errors/`;
    const { report } = (await look(done.id, '?errors=true')).body;
    const [{ row, key, errors }] = report;
    expect([row, Object.keys(errors)]).toEqual([3, ['slug']]);
    const file = await shop.call('GET', path, { token: await shop.officeToken() });
    expect([
      file.status,
      file.headers['content-type'],
      file.headers['content-disposition'],
    ]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="import-errors-${done.id}.csv"`,
    ]);
    const lines = file.text.trimEnd().split('\n');
    expect(lines[0]).toBe('row,key,column,error');
    expect(lines.slice(1).map(line => line.split(',').slice(0, 3))).toEqual(
      Object.keys(errors).map(column => ['3', key, column]),
    );
    const local = await localManager(shop);
    expect((await shop.call('GET', path, { token: local })).status).toBe(404);
    const cashier = await shop.tillToken('EMP001');
    expect((await shop.call('GET', path, { token: cashier })).status).toBe(403);
  });

  it('has known fields with valid values, and a file', async () => {
    for (const [fields, field] of [
      [{ kind: 'etsy' }, 'kind'],
      [{ dry_run: 'maybe' }, 'dry_run'],
      [{ colour: 'red' }, 'file'],
      [{ kind: 'shopify', store: 'NOWHERE' }, 'store'],
    ] as const) {
      const reply = await upload('Handle,Title\na,A\n', fields);
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    }
    expect((await upload('')).status).toBe(400);
    const token = await shop.officeToken();
    const json = await shop.call('POST', '/imports/', { token, body: { kind: 'products' } });
    expect([json.status, json.body.detail]).toEqual([415, 'Send the body as multipart/form-data.']);
  });

  it('with a card number is refused, but not for numbers of articles and pictures', async () => {
    const card = await upload('Handle,Title\na,call 4242 4242 4242 4242\n');
    expect([card.status, card.body.code]).toEqual([400, 'CARD_NUMBER_REFUSED']);
    const articles = await upload(
      'Handle,Title,Variant SKU,Variant Barcode,Image Src\n' +
        'a,A,4242424242424242,4242424242424242,https://cdn.example/4242424242424242/a.jpg\n',
      { dry_run: 'true' },
    );
    expect(articles.status).toBe(202);
  });

  it('with a card number in its name or heading does not keep it', async () => {
    const named = await upload(
      PRODUCTS,
      { dry_run: 'true', store: '4111111111111111' },
      { name: '4111111111111111.csv' },
    );
    expect([named.status, named.body.file_name]).toEqual([202, '****1111.csv']);
    const HEADING = 'Token,Item Name,Variation Name,SKU,Current Quantity 4111111111111111';
    const square = await upload(`${HEADING}\nt,A,Regular,A,1\n`);
    expect([square.status, square.body.code]).toEqual([400, 'CARD_NUMBER_REFUSED']);
    expect(square.body.errors).toEqual({ heading: ['Row 1 contains a card number.'] });
    const own = 'slug,name,4111 1111 1111 1111,4111 1111 1111 1111\na,A,1,2\n';
    const products = await upload(own);
    expect([products.status, products.body.code]).toEqual([400, 'CARD_NUMBER_REFUSED']);
    for (const reply of [named, square, products]) expect(reply.text).not.toMatch(/4111 ?1111/);
    const kept = await statement(
      shop.platform.db,
      `select id::text from imports where imports::text ~ '4111 ?1111'
       union all select id::text from audit_entries where audit_entries::text ~ '4111 ?1111'`,
    );
    expect(kept).toEqual([]);
    const [{ n } = { n: 0 }] = await statement<{ n: number }>(
      shop.platform.db,
      `select count(*)::integer as n from audit_entries
       where audit_entries::text like '%****1111.csv%'`,
    );
    expect(n).toBe(1);
  });

  it('has a long name that is cut between characters', async () => {
    const name = `${'a'.repeat(254)}\u{1f9e6}\u{1f9e6}.csv`;
    const reply = await upload(PRODUCTS, { dry_run: 'true' }, { name });
    expect([reply.status, reply.body.file_name]).toEqual([202, `${'a'.repeat(254)}\u{1f9e6}`]);
  });

  it('sent again with its Idempotency-Key is one import', async () => {
    const options = { headers: { 'idempotency-key': 'import-of-kettles' } };
    const first = await upload(PRODUCTS, { dry_run: 'true' }, options);
    const again = await upload(PRODUCTS, { dry_run: 'true' }, options);
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    const other = await upload(`${PRODUCTS}\n`, { dry_run: 'true' }, options);
    expect(other.status).toBe(409);
  });

  it('is for whoever may change what it contains', async () => {
    const cashier = await shop.tillToken('EMP001');
    expect((await upload(PRODUCTS, {}, { token: cashier })).status).toBe(403);
    const list = await get('/imports/?limit=2');
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ file_name: 'goods.csv', undo_status: null });
  });
});

describe('a file that would hold the shop up', () => {
  const countImports = async (): Promise<number> =>
    (await shop.platform.db.selectFrom('imports').select('id').execute()).length;
  const HEADING = 'slug,name,sku,price';
  const rows = (line: string, times: number): string => `${HEADING}\n${`${line}\n`.repeat(times)}`;
  const UNEVEN =
    'More than 100 rows do not fit the heading: row 102 has 2 cells, the heading has 4.';
  const TOO_WIDE = 'The file cannot be read: CSV_TOO_MANY_CELLS.';

  it.each([
    ['uneven rows', rows(',', 101), UNEVEN],
    ['too many rows', rows(',,,', 200_001), 'The file has more than 200,000 rows.'],
    ['a row of commas', rows(','.repeat(1_000), 1), TOO_WIDE],
    ['a heading of commas', ','.repeat(10_000_000), 'The first row must name the columns.'],
  ])('with %s is refused at its upload, by both routes', async (_, csv, detail) => {
    const before = await countImports();
    for (const send of [() => upload(csv, { kind: 'products' }), () => sendFile('products', csv)]) {
      const { value, longestMs } = await longestTurn(send);
      expect([value.status, value.body.code, value.body.detail]).toEqual([
        400,
        'INVALID_CSV',
        detail,
      ]);
      expect(longestMs).toBeLessThan(100);
    }
    expect(await countImports()).toBe(before);
  });

  it('with one endless line is searched for card numbers in turns', async () => {
    const endless = `${HEADING}\n${'x'.repeat(262_100)} 4242 4242 4242 4242 ${'x'.repeat(9_000_000)}`;
    // The best of several: collecting the garbage of ten megabytes counts as well.
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5 && best >= 100; round += 1) {
      const { value, longestMs } = await longestTurn(() => upload(endless));
      expect(value.body.errors).toEqual({ row: ['Line 2 contains a card number.'] });
      best = Math.min(best, longestMs);
    }
    expect(best).toBeLessThan(100);
  });

  it('with some uneven rows is imported without them', async () => {
    const few = `${rows(',', 100)}mat,Mat,MAT-1,1.00\n`;
    expect(await bringUpload(few, { dry_run: 'true' })).toMatchObject({ created: 1, refused: 100 });
  });
});

describe('an undo', () => {
  it('deletes what the import created and restores what it changed', async () => {
    const before = await product('white-mug');
    const done = await bringUpload(PRODUCTS);
    expect(done).toMatchObject({ status: 'completed', created: 3, updated: 1, refused: 0 });
    expect((await product('white-mug')).name).toBe('White Mug Deluxe');
    const undone = await undo(done.id);
    expect(undone.undo).toMatchObject({ status: 'completed', rows: 4, undone: 4, kept: 0 });
    expect(undone.report.map((row: { kept: object[] }) => row.kept)).toEqual([[], [], [], []]);
    expect((await product('kettle')).code).toBe('NOT_FOUND');
    expect((await product('pot')).code).toBe('NOT_FOUND');
    const { updated_at: _, variants, ...after } = await product('white-mug');
    const { updated_at: __, variants: known, ...was } = before;
    expect(after).toEqual(was);
    expect(variants.map(({ price }: { price: string }) => price)).toEqual(
      known.map(({ price }: { price: string }) => price),
    );
    expect(await undoStatus(done.id)).toEqual([409, 'IMPORT_UNDONE']);
  });

  it('keeps what somebody changed since, and archives what is in use', async () => {
    const done = await bringUpload(PRODUCTS);
    expect(await patch('/product-variants/MUG-WHITE/', { price: '12.34' })).toBe(200);
    expect(await patch('/products/pot/', { name: 'Big Pot' })).toBe(200);
    const token = await shop.officeToken();
    const level = await shop.call('POST', '/inventory-levels/', {
      token,
      body: { store: 'DOWNTOWN', sku: 'KETTLE-1', on_hand: 3 },
    });
    expect([level.status, level.body.code]).toEqual([201, undefined]);
    const undone = await undo(done.id);
    expect(undone.undo).toMatchObject({ rows: 4, undone: 4, kept: 3 });
    const keptOf = (row: number) =>
      undone.report.find((line: { row: number }) => line.row === row).kept;
    expect(keptOf(2)).toEqual([
      { record: 'variant', key: 'KETTLE-1', reason: 'archived', fields: [] },
      { record: 'product', key: 'kettle', reason: 'archived', fields: [] },
    ]);
    expect(keptOf(3)).toEqual([]);
    expect(keptOf(4)).toEqual([
      { record: 'variant', key: 'MUG-WHITE', reason: 'changed', fields: ['price'] },
    ]);
    expect(keptOf(5)).toEqual([
      { record: 'product', key: 'pot', reason: 'changed', fields: ['name'] },
    ]);
    expect(await product('kettle')).toMatchObject({
      status: 'archived',
      variants: [{ sku: 'KETTLE-1', is_active: false }],
    });
    expect(await product('white-mug')).toMatchObject({ name: 'White Mug' });
    expect((await get('/product-variants/MUG-WHITE/')).price).toBe('12.34');
    const filtered = await look(done.id, '?kept=true');
    expect(filtered.body.report.map((line: { row: number }) => line.row)).toEqual([2, 4, 5]);
  });

  it('gives stock back as a movement, as far as it is left', async () => {
    const start = await onHand(shop, 'MUG-WHITE');
    const csv = [
      'store,sku,on_hand,reorder_point',
      `DOWNTOWN,MUG-WHITE,${start + 10},77`,
      `DOWNTOWN,POSTER-A2,0,`,
    ].join('\n');
    const poster = await onHand(shop, 'POSTER-A2');
    const done = await bringUpload(csv);
    expect(done).toMatchObject({ kind: 'inventory_levels', updated: 2 });
    await statement(
      shop.platform.db,
      `update inventory_levels l set reorder_point = 5 from product_variants v, stores s
       where v.id = l.variant_id and s.id = l.store_id and v.sku = 'MUG-WHITE'
         and s.code = 'DOWNTOWN'`,
    );
    const undone = await undo(done.id);
    expect(await onHand(shop, 'MUG-WHITE')).toBe(start);
    expect(await onHand(shop, 'POSTER-A2')).toBe(poster);
    expect(undone.report.map((line: { kept: object[] }) => line.kept)).toEqual([
      [{ record: 'level', key: 'MUG-WHITE', reason: 'changed', fields: ['reorder_point'] }],
      [],
    ]);
    const [movement] = await statement(
      shop.platform.db,
      `select kind, quantity from stock_movements where reason = 'Import undone'
       order by quantity limit 1`,
    );
    expect(movement).toEqual({ kind: 'adjustment', quantity: -10 });
  });

  it('takes prices of lists back', async () => {
    const [list] = await get('/price-lists/');
    const csv = `sku,price_list,amount,min_quantity\nMUG-WHITE,${list.code},7.00,500\n`;
    const done = await bringUpload(csv);
    expect(done).toMatchObject({ kind: 'prices', created: 1 });
    const again = await bringUpload(csv.replace('7.00', '8.00'));
    expect(again).toMatchObject({ updated: 1 });
    const price = async () =>
      (await get('/prices/?variant=MUG-WHITE')).filter(
        (row: { min_quantity: string }) => Number(row.min_quantity) === 500,
      );
    expect(await price()).toMatchObject([{ amount: '8.00' }]);
    expect((await undo(done.id)).undo).toMatchObject({ kept: 1 });
    expect((await undo(again.id)).undo).toMatchObject({ kept: 0 });
    expect(await price()).toMatchObject([{ amount: '7.00' }]);
  });

  it('ignores collections whose products a rule chooses', async () => {
    const token = await shop.officeToken();
    const made = async (name: string): Promise<string> =>
      (await shop.call('POST', '/collections/', { token, body: { name } })).body.id;
    const [byHand, byRule] = [await made('Everyday'), await made('Bargains')];
    const csv = 'slug,name,sku,price,collections\nbowl,Bowl,BOWL-1,0.03,everyday\n';
    const done = await bringUpload(csv);
    const price = { kind: 'price', to: '0.05' };
    const rule = { match: 'all', conditions: [price] };
    await shop.call('PUT', `/collections/${byRule}/rule/`, { token, body: rule });
    await evaluateRule(shop.platform, byRule);
    expect((await product('bowl')).collection_ids.toSorted()).toEqual([byHand, byRule].toSorted());
    const both = csv.replace('everyday', 'everyday|bargains');
    expect(await bringUpload(both)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect((await undo(done.id)).undo).toMatchObject({ undone: 1, kept: 0 });
    expect((await product('bowl')).code).toBe('NOT_FOUND');
  });

  const NEW = 'slug,name,sku,price\nlamp,Lamp,LAMP-1,9.00\nvase,Vase,VASE-1,9.00\n';

  it('lets sales through while it waits for a product that somebody changes', async () => {
    const done = await bringUpload(NEW);
    const { ring } = counterOf(shop);
    let undone: ReturnType<typeof undo> | undefined;
    await atomically(shop.platform.db, async tx => {
      await statement(tx, "select from products where slug = 'lamp' for update");
      undone = undo(done.id);
      const isGone = async () => expect((await product('vase')).code).toBe('NOT_FOUND');
      await vi.waitFor(isGone, { timeout: 10_000 });
      expect((await look(done.id)).body.undo).toMatchObject({ status: 'running', undone: 1 });
      await ring();
    });
    expect((await undone)?.undo).toMatchObject({ status: 'completed', undone: 2, kept: 0 });
    expect((await product('lamp')).code).toBe('NOT_FOUND');
  });

  it('archives what it cannot delete at once because a sale is being written', async () => {
    const done = await bringUpload(NEW);
    const { ring } = counterOf(shop);
    await atomically(shop.platform.db, async tx => {
      // As the statement of a sale does until its commit.
      await statement(tx, 'lock table transaction_lines in row exclusive mode');
      const [undone] = await Promise.all([undo(done.id), ring()]);
      expect(undone.undo).toMatchObject({ status: 'completed', undone: 2, kept: 2 });
      expect(undone.report.map((line: { kept: object[] }) => line.kept)).toEqual(
        ['lamp', 'vase'].map(slug => [
          { record: 'variant', key: `${slug.toUpperCase()}-1`, reason: 'archived', fields: [] },
          { record: 'product', key: slug, reason: 'archived', fields: [] },
        ]),
      );
    });
    expect(await product('lamp')).toMatchObject({ status: 'archived' });
  });

  it('is refused for a dry run, a running import, and another caller', async () => {
    const dry = await bringUpload(PRODUCTS, { dry_run: 'true' });
    expect(await undoStatus(dry.id)).toEqual([409, 'IMPORT_WAS_DRY_RUN']);
    const { id } = (await upload(PRODUCTS)).body;
    expect(await undoStatus(id)).toEqual([409, 'IMPORT_RUNNING']);
    expect(await undoStatus(id, await shop.tillToken('EMP001'))).toEqual([
      403,
      'WEB_SESSION_REQUIRED',
    ]);
    const moving = await localManager(shop, AIRPORT_ID);
    const csv = 'store,sku,on_hand\nAIRPORT,MUG-WHITE,1\n';
    const theirs = (await sendFile('inventory-levels', csv, '', moving)).body;
    const moved = await withStore(moving, DOWNTOWN_ID);
    expect(await undoStatus(theirs.id, moved)).toEqual([409, 'IMPORT_OUT_OF_REACH']);
    const other = (await upload(PRODUCTS, {}, { token: await shop.officeToken('admin') })).body;
    expect(await undoStatus(other.id, moved)).toEqual([404, 'NOT_FOUND']);
    const before = await countEvents();
    expect((await look(id)).body.undo).toBeNull();
    expect(await countEvents()).toBe(before);
    await runJob(id);
  });
});
