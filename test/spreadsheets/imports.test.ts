import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { onHand } from '../transactions/support.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

type Row = { row: number; action: string; errors: object };

const { send, look, runJob, bring, exported, countEvents } = spreadsheetsOf(() => shop);

const product = async (slug: string) =>
  (await shop.call('GET', `/products/${slug}/`, { token: await shop.officeToken() })).body;

describe('a file of products', () => {
  const FILE = [
    'slug,name,category,is_active,sku,variant_name,barcode,price,cost,attributes',
    'new-bowl,New Bowl,stationery,true,BOWL-S,Small,4000000000011,9.5,3,"{""size"":""S""}"',
    'new-bowl,New Bowl,stationery,true,BOWL-L,Large,,12.00,,',
    'white-mug,White Mug XL,,,,,,,,',
    'no-price,No Price,,,NOPRICE,,,,,',
    'bad-one,,no-such,maybe,BAD SKU,,,1.234,,[',
    'too,few',
    'new-bowl,Other Bowl,stationery,true,BOWL-M,,,10,,',
    'new-bowl,New Bowl,stationery,true,BOWL-S,Small,,9.5,,',
    'stolen,Stolen,,,MUG-WHITE,,,1.00,,',
  ].join('\n');

  it('can be checked without changing anything', async () => {
    const before = await countEvents();
    const tried = await bring('products', FILE, '?dry_run=true');
    expect(tried).toMatchObject({
      kind: 'products',
      status: 'completed',
      dry_run: true,
      progress: 100,
      rows: 9,
      created: 2,
      updated: 1,
      unchanged: 0,
      refused: 6,
    });
    expect(await countEvents()).toBe(before);
    expect((await product('new-bowl')).code).toBe('NOT_FOUND');
  });

  it('creates and updates valid rows, and reports invalid ones row by row', async () => {
    const done = await bring('products', FILE);
    expect(done).toMatchObject({ status: 'completed', created: 2, updated: 1, refused: 6 });
    const refused = (row: number, key: string, errors: object) => ({
      row,
      key,
      action: 'refused',
      errors,
      kept: null,
    });
    expect(done.report).toEqual([
      { row: 2, key: 'BOWL-S', action: 'created', errors: {}, kept: null },
      { row: 3, key: 'BOWL-L', action: 'created', errors: {}, kept: null },
      { row: 4, key: 'white-mug', action: 'updated', errors: {}, kept: null },
      refused(5, 'NOPRICE', { price: ['This field is required.'] }),
      refused(6, 'BAD SKU', {
        is_active: ['Must be true or false.'],
        attributes: ['Must be JSON such as {"size": "M"}.'],
      }),
      refused(7, '', { row: ['The row has 2 cells, the heading has 10.'] }),
      refused(8, 'BOWL-M', { name: ['Row 2 has another value.'] }),
      refused(9, 'BOWL-S', { row: ['Row 2 has the same key.'] }),
      refused(10, 'MUG-WHITE', { sku: ['Another variant has this SKU.'] }),
    ]);
    expect(await product('new-bowl')).toMatchObject({
      name: 'New Bowl',
      variants: [
        { sku: 'BOWL-L', name: 'Large', barcode: null, price: '12.00', cost: null, attributes: {} },
        {
          sku: 'BOWL-S',
          barcode: '4000000000011',
          price: '9.50',
          cost: '3.00',
          attributes: { size: 'S' },
        },
      ],
    });
    expect((await product('white-mug')).name).toBe('White Mug XL');
    for (const slug of ['no-price', 'stolen', 'bad-one', 'too']) {
      expect((await product(slug)).code).toBe('NOT_FOUND');
    }
  });

  it('changes nothing the second time', async () => {
    const before = await countEvents();
    const again = await bring('products', FILE);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3, refused: 6 });
    expect(await countEvents()).toBe(before);
  });

  it('is read back as it was written, formulas included', async () => {
    const odd = [
      'slug,name,description,sku,variant_name,price',
      `odd,"=HYPERLINK(""x"")","two\nlines, and ""quotes""",ODD-1,'+1,1.00`,
      `odder,'=cmd,-3,ODD-2,'@x,0`,
      'bare,No Variants,,,,',
    ].join('\r\n');
    expect(await bring('products', `\uFEFF${odd}\r\n`)).toMatchObject({ created: 3, refused: 0 });
    expect(await product('odd')).toMatchObject({
      name: '=HYPERLINK("x")',
      description: 'two\nlines, and "quotes"',
      variants: [{ name: '+1' }],
    });
    const file = await exported('products');
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products.csv"',
    });
    expect(file.text).not.toMatch(/(^|,)"?[=+@]/m);
    const before = await countEvents();
    const back = await bring('products', file.text);
    expect(back).toMatchObject({ created: 0, updated: 0, refused: 0 });
    expect(back.unchanged).toBe(back.rows);
    expect(back.rows).toBeGreaterThan(40);
    expect(await countEvents()).toBe(before);
    expect((await exported('products')).text).toBe(file.text);
  });

  it('has tax class, unit, content and currency of the cost', async () => {
    const heading =
      'slug,name,tax_class,sku,price,cost,cost_currency,unit,content_amount,content_unit';
    const file = [
      heading,
      'olives,Olives,reduced,OLIVES-JAR,4.90,2.10,EUR,,0.33,kg',
      'olives,Olives,reduced,OLIVES-LOOSE,19.90,,,kg,,',
      'no-class,No Class,books,BOOK,1.00,,,,,',
      'half,Half,,HALF,1.00,,,,330,',
      'odd,Odd,,ODD-UNIT,1.00,,euro,pound,0,ml',
      'white-mug,White Mug XL,,MUG-WHITE,,,,kg,,',
    ].join('\n');
    const done = await bring('products', file);
    expect(done.report.map(({ action, errors }: Row) => [action, errors])).toEqual([
      ['created', {}],
      ['created', {}],
      ['refused', { tax_class: ['There is no such tax class.'] }],
      ['refused', { content_unit: ['Amount and unit of the content go together.'] }],
      [
        'refused',
        {
          cost_currency: [expect.any(String)],
          content_amount: [expect.any(String)],
          unit: [expect.any(String)],
        },
      ],
      [
        'refused',
        {
          unit: [
            'The unit cannot change after the variant was stocked, ordered or sold, or while it is in a bundle.',
          ],
        },
      ],
    ]);
    expect(await product('olives')).toMatchObject({
      tax_class: 'reduced',
      variants: [
        { sku: 'OLIVES-JAR', unit: 'piece', content_amount: '0.330', content_unit: 'kg' },
        { sku: 'OLIVES-LOOSE', unit: 'kg', content_amount: null, content_unit: null },
      ],
    });
    expect(await product('olives')).toMatchObject({ variants: [{ cost_currency: 'EUR' }, {}] });
    const { text } = await exported('products', undefined, '?q=olives');
    const [names = '', jar = ''] = text.split('\n');
    const cell = (name: string) => jar.split(',')[names.split(',').indexOf(name)];
    expect(heading.split(',').map(cell)).toEqual([
      'olives',
      'Olives',
      'reduced',
      'OLIVES-JAR',
      '4.90',
      '2.10',
      'EUR',
      'piece',
      '0.33',
      'kg',
    ]);
    const before = await countEvents();
    expect(await bring('products', text)).toMatchObject({ unchanged: 2, updated: 0, refused: 0 });
    expect(await countEvents()).toBe(before);
    const cleared = text.replace(',0.33,kg,', ',,,').replaceAll(',reduced,', ',zero,');
    expect(await bring('products', cleared)).toMatchObject({ updated: 1, refused: 0 });
    expect(await product('olives')).toMatchObject({
      tax_class: 'zero',
      variants: [{ content_amount: null, content_unit: null }, { unit: 'kg' }],
    });
  });

  it('resumes after the last row when its worker dies', async () => {
    const started = await send('products', 'slug,name\nfirst-one,First\nsecond-one,Second\n');
    const { id } = started.body;
    await statement(
      shop.platform.db,
      `insert into import_rows (import_id, row_number, key, action)
       values ($1, 2, 'first-one', 'created')`,
      [id],
    );
    await runJob(id);
    await runJob(id);
    expect((await look(id)).body).toMatchObject({ status: 'completed', rows: 2, created: 2 });
    expect((await product('first-one')).code).toBe('NOT_FOUND');
    expect((await product('second-one')).name).toBe('Second');
  });

  it('never treats a slug of digits as a product id', async () => {
    const before = await product('white-mug');
    const done = await bring('products', `slug,name\n${before.id},Not A Mug\n`);
    expect(done).toMatchObject({ status: 'completed', updated: 0 });
    expect(await product('white-mug')).toEqual(before);
  });

  it('validates JSON cells like request bodies', async () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    const sly = '"{""__proto__"":{""a"":1},""size"":""L""}"';
    const done = await bring(
      'products',
      `slug,name,sku,price,attributes\ndeep-one,Deep,DEEP,1.00,${deep}\nsly-one,Sly,SLY,1.00,${sly}\n`,
    );
    expect(done.report.map((row: Row) => row.action)).toEqual(['refused', 'created']);
    expect(done.report[0].errors).toHaveProperty('attributes');
    const [stored] = await statement<{ attributes: object }>(
      shop.platform.db,
      "select attributes from product_variants where sku = 'SLY'",
    );
    expect(stored).toEqual({ attributes: { size: 'L' } });
  });

  it('fails when the last attempt at one of its rows fails', async () => {
    const { db } = shop.platform;
    await statement(
      db,
      `alter table import_rows add constraint breaks check (key <> 'breaks') not valid`,
    );
    const { id } = (await send('products', 'slug,name\ngood-row,Good\nbreaks,Breaks\n')).body;
    await expect(runJob(id)).rejects.toThrow();
    expect((await look(id)).body).toMatchObject({ status: 'running', rows: 1 });
    await expect(runJob(id, true)).rejects.toThrow();
    await statement(db, 'alter table import_rows drop constraint breaks');
    expect((await look(id)).body).toMatchObject({
      status: 'failed',
      rows: 1,
      error: 'The import stopped at an internal error. Only the reported rows are done.',
      finished_at: expect.any(String),
    });
    expect((await product('breaks')).code).toBe('NOT_FOUND');
  });

  it('that cannot be read to its end changes nothing', async () => {
    const done = await bring('products', 'slug,name\nbefore-it,Before\nx,"never closed\n');
    expect(done).toMatchObject({
      status: 'failed',
      error: 'The file cannot be read: CSV_QUOTE_NOT_CLOSED.',
      rows: 0,
    });
    expect((await product('before-it')).code).toBe('NOT_FOUND');
  });
});

describe('a file of stock', () => {
  it('sets stock like a count and settings as given', async () => {
    const file = [
      'store,sku,on_hand,reorder_point,is_active',
      'DOWNTOWN,MUG-WHITE,55,9,true',
      'DOWNTOWN,BOWL-S,7,2,true',
      'DOWNTOWN,POSTER-A2,3,,',
      'DOWNTOWN,LAST-ONE,-1,,',
      'NOWHERE,MUG-WHITE,1,,',
      'DOWNTOWN,NO-SUCH,1,,',
      'DOWNTOWN,WINE-RED,many,-1,',
    ].join('\n');
    const done = await bring('inventory-levels', file);
    expect(done.report.map(({ action, errors }: Row) => [action, errors])).toEqual([
      ['updated', {}],
      ['created', {}],
      ['unchanged', {}],
      ['refused', { on_hand: ['Must be at least 0.'] }],
      ['refused', { store: ['There is no such store.'] }],
      ['refused', { sku: ['There is no such variant.'] }],
      ['refused', { on_hand: ['Must be a whole number.'] }],
    ]);
    expect(await onHand(shop, 'MUG-WHITE')).toBe(55);
    expect(await onHand(shop, 'BOWL-S')).toBe(7);
    const movements = await statement(
      shop.platform.db,
      `select kind, quantity, reason from stock_movements m
       join product_variants v on v.id = m.variant_id where sku = 'MUG-WHITE' and kind = 'count'`,
    );
    expect(movements).toEqual([{ kind: 'count', quantity: -5, reason: 'Import' }]);
    const again = await bring('inventory-levels', file);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3, refused: 4 });
  });

  it('is read back as it was written, also below zero', async () => {
    await statement(
      shop.platform.db,
      `with moved as (
         insert into stock_movements (id, store_id, variant_id, kind, quantity, on_hand)
         select movement_id(), l.store_id, l.variant_id, 'sale', -l.on_hand - 2, -2
         from inventory_levels l join product_variants v on v.id = l.variant_id
         join stores s on s.id = l.store_id where v.sku = 'BOWL-S' and s.code = 'DOWNTOWN'
         returning store_id, variant_id)
       update inventory_levels l set on_hand = -2 from moved m
       where l.store_id = m.store_id and l.variant_id = m.variant_id`,
    );
    const file = await exported('inventory-levels');
    expect(file.text).toMatch(/^DOWNTOWN,BOWL-S,-2,2,true,\S.*$/m);
    const back = await bring('inventory-levels', file.text);
    expect(back).toMatchObject({ created: 0, updated: 0, refused: 0 });
    expect(back.unchanged).toBe(back.rows);
  });
});

describe('an import', () => {
  it.each([
    ['an unknown column', 'slug,nmae\n', 'There is an unknown column.'],
    ['a column twice', 'slug,sku,sku\n', 'sku appears twice.'],
    ['no slug', 'name\n', 'slug is missing.'],
  ])('with %s is refused whole', async (_, csv, problem) => {
    const reply = await send('products', csv);
    expect(reply.status).toBe(400);
    expect(reply.body.errors.heading).toEqual([problem, expect.stringMatching(/^The columns are/)]);
  });

  it.each([
    ['no content', ''],
    ['bytes that are not UTF-8', Buffer.from([0x73, 0xff, 0x0a])],
    ['a NUL byte', 'slug\n\0\n'],
  ])('with %s is refused', async (_, csv) => {
    const reply = await send('products', csv);
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_CSV']);
  });

  it('names the encoding that it refuses', async () => {
    const reply = await send('products', Buffer.from('slug,name\ncafe,Caf\u00e9\n', 'latin1'));
    expect(reply.body.detail).toBe(
      'The file is not UTF-8, probably Windows-1252. Save it as "CSV UTF-8".',
    );
    const bare = await send('products', Buffer.from('slug,name\na,b\n', 'utf16le'));
    expect(bare.body.detail).toContain('probably UTF-16 without a byte order mark');
  });

  it('accepts UTF-16 with a byte order mark', async () => {
    const csv = '\ufeffslug,name\nutf-16-cake,Cake \u{1f382} party\n';
    const reply = await send('products', Buffer.from(csv, 'utf16le'), '?dry_run=true');
    expect(reply.status).toBe(202);
  });

  it('with a card number in a cell is refused before it is stored', async () => {
    const csv = 'slug,name,description\ntea,Tea,call 4242 4242 4242 4242\n';
    const reply = await send('products', csv);
    expect([reply.status, reply.body.code]).toEqual([400, 'CARD_NUMBER_REFUSED']);
    expect(reply.body.errors).toEqual({ description: ['Row 2 contains a card number.'] });
  });

  it('with a card number is refused also where it cannot be parsed', async () => {
    const csv = 'slug,name\na"b,"c\ntea,call 4242 4242 4242 4242 123 12/27\n';
    const reply = await send('products', csv);
    expect([reply.status, reply.body.code]).toEqual([400, 'CARD_NUMBER_REFUSED']);
    expect(reply.body.errors).toEqual({ row: ['Line 3 contains a card number.'] });
  });

  it('with a typed card number as article number is refused, but not with digits alone', async () => {
    const sku = await send('products', 'slug,name,sku\ntea,Tea,4242 4242 4242 4242\n');
    expect([sku.status, sku.body.code]).toEqual([400, 'CARD_NUMBER_REFUSED']);
    const bare = await send(
      'products',
      'slug,name,sku\ntea,Tea,4242424242424242\n',
      '?dry_run=true',
    );
    expect(bare.status).toBe(202);
  });

  it('accepts text/csv of up to 10 MiB and nothing else', async () => {
    const token = await shop.officeToken();
    const asJson = await shop.call('POST', '/products/import/', { token, body: { slug: 'x' } });
    expect(asJson.status).toBe(415);
    const large = `slug,description\n${'x'.repeat(2 * 1_048_576)}`;
    expect((await send('products', large)).status).toBe(202);
    expect((await send('products', 'x'.repeat(10 * 1_048_576 + 1))).status).toBe(413);
    const elsewhere = await shop.call('POST', '/products/', {
      token,
      headers: { 'content-type': 'text/csv' },
      body: 'slug\n',
    });
    expect(elsewhere.status).toBe(415);
  });

  it('is for managers of its stores, and its report for its sender', async () => {
    const cashier = await shop.tillToken('EMP001');
    for (const kind of ['products', 'inventory-levels'] as const) {
      expect((await send(kind, 'slug\n', '', cashier)).status).toBe(403);
      expect((await exported(kind, cashier)).status).toBe(403);
      expect((await shop.call('GET', `/${kind}/export/`)).status).toBe(401);
    }
    const local = await localManager(shop);
    const csv = 'store,sku,on_hand\nAIRPORT,MUG-WHITE,1\n';
    const started = await send('inventory-levels', csv, '', local);
    await runJob(started.body.id);
    expect((await look(started.body.id, '', local)).body.report).toEqual([
      {
        row: 2,
        key: 'AIRPORT MUG-WHITE',
        action: 'refused',
        errors: { store: ['There is no such store.'] },
        kept: null,
      },
    ]);
    expect((await exported('inventory-levels', local)).text).not.toContain('AIRPORT');
    expect((await look('00000000-0000-4000-8000-00000000dead')).status).toBe(404);
    const other = await send('products', 'slug,name\n', '', await shop.officeToken('admin'));
    expect((await look(other.body.id, '', local)).status).toBe(404);
  });

  it('exports product and variant for people, and ignores them when it comes back', async () => {
    const path = '/inventory-levels/export/?sku=TEE-BLACK-L&store=DOWNTOWN';
    const { text } = await shop.call('GET', path, { token: await shop.officeToken() });
    expect(text.split('\n')[0]).toBe('store,sku,on_hand,reorder_point,is_active,description');
    expect(text).toMatch(/^DOWNTOWN,TEE-BLACK-L,\d+,\d+,true,"Black Tee, Size L"$/m);
    const done = await bring('inventory-levels', text.replace('Black Tee', 'Red Tee'));
    expect(done.report.map(({ action }: Row) => action)).toEqual(['unchanged']);
  });

  it('exports what the filters of the list match', async () => {
    const cells = async (path: string) => {
      const reply = await shop.call('GET', path, { token: await shop.officeToken() });
      expect(reply.status).toBe(200);
      return reply.text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map(line => line.split(','));
    };
    const airport = await cells('/inventory-levels/export/?store=AIRPORT');
    expect(airport.length).toBeGreaterThan(30);
    expect(new Set(airport.map(([store]) => store))).toEqual(new Set(['AIRPORT']));
    const mugs = await cells('/inventory-levels/export/?sku=MUG-WHITE&store=DOWNTOWN');
    expect(mugs.map(row => row.slice(0, 2))).toEqual([['DOWNTOWN', 'MUG-WHITE']]);
    expect(await cells('/inventory-levels/export/?store=NOWHERE')).toEqual([]);
    const refused = await shop.call('GET', '/inventory-levels/export/?sku=%00', {
      token: await shop.officeToken('admin'),
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID']);
    const low = await cells('/inventory-levels/export/?low_stock=true');
    expect(low.every(row => Number(row[2]) <= Number(row[3]))).toBe(true);
    const tees = await cells('/products/export/?q=tee-black');
    expect(tees.length).toBeGreaterThan(0);
    expect(new Set(tees.map(([slug]) => slug)).size).toBe(1);
    expect(await cells('/products/export/?is_active=false&q=tee-black')).toEqual([]);
    const unknown = await shop.call('GET', '/products/export/?stores=x', {
      token: await shop.officeToken(),
    });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'UNKNOWN_PARAMETER']);
  });

  it('shows its report in pages and filters it by action', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => `paged-${n},${n === 2 ? '' : 'Paged'}`);
    const done = await bring('products', `slug,name\n${rows.join('\n')}\n`);
    const first = await look(done.id, '?limit=2');
    expect(first.body.report.map(({ row }: Row) => row)).toEqual([2, 3]);
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await shop.call('GET', next, { token: await shop.officeToken() });
    expect(second.body.report.map(({ row }: Row) => row)).toEqual([4, 5]);
    const refused = await look(done.id, '?action=refused');
    expect(refused.body.report).toEqual([
      {
        row: 4,
        key: 'paged-2',
        action: 'refused',
        errors: { name: ['This field is required.'] },
        kept: null,
      },
    ]);
  });
});
