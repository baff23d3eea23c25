import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  choicesIn,
  entriesIn,
  joinChoices,
  joinEntries,
} from '../../src/domains/spreadsheets/sheets/entries.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

type Row = { row: number; action: string; errors: object; kept: object[] | null };

const { bring, exported, undo, countEvents } = spreadsheetsOf(() => shop);

const call = async (method: string, path: string, body?: object) => {
  const reply = await shop.call(method, path, { token: await shop.officeToken('admin'), body });
  expect([reply.status, reply.text]).toEqual([expect.any(Number), expect.any(String)]);
  return reply.body;
};
const product = (slug: string) => call('GET', `/products/${slug}/`);

/** Suppliers of a variant with an asterisk behind the preferred one. */
const suppliersOf = async (sku: string): Promise<string[]> => {
  const rows = await statement<{ name: string }>(
    shop.platform.db,
    `select s.name || case when a.is_preferred then '*' else '' end as name
     from supplier_articles a join suppliers s on s.id = a.supplier_id
     join product_variants v on v.id = a.variant_id where v.sku = $1 order by 1`,
    [sku],
  );
  return rows.map(({ name }) => name);
};

const cells = async (query: string, ...names: string[]): Promise<string[][]> => {
  const { text } = await exported('products', undefined, query);
  const records: Record<string, string>[] = parse(text, { columns: true });
  return records.map(record => names.map(name => record[name] ?? ''));
};

const HEADING =
  'slug,name,status,is_active,publish_at,archive_at,tags,sku,price,weight_grams,options,supplier';

describe('a file of products with all their fields', () => {
  const FILE = [
    HEADING,
    'cape,Cape,draft,true,2031-05-01T10:00:00+02:00,,new|wool,CAPE-M,80.00,900,Size=M; Colour=Black,mill & sons',
    'cape,Cape,draft,true,2031-05-01T08:00:00Z,,new|wool,CAPE-L,85.00,,Size=L; Colour=Black,',
    'hood,Hood,Archived,,,,,HOOD,20.00,,,Mill & Sons',
    'veil,Veil,hidden,,soon,,,VEIL,5.00,heavy,Size,',
    'gown,Gown,draft,,2031-05-01T08:00:00Z,2031-04-01T08:00:00Z,,GOWN,5.00,,,',
    'robe,Robe,,,,,,ROBE,5.00,0,,Nobody',
    'sash,Sash,,,,,,SASH,5.00,,A=1; B=2; C=3; D=4,',
  ].join('\n');

  it('can be checked without changing anything', async () => {
    await call('POST', '/suppliers/', { name: 'Mill & Sons' });
    const before = await countEvents();
    const tried = await bring('products', FILE, '?dry_run=true');
    expect(tried).toMatchObject({ created: 3, updated: 0, unchanged: 0, refused: 4 });
    expect(await countEvents()).toBe(before);
    expect((await product('cape')).code).toBe('NOT_FOUND');
  });

  it('writes the valid rows and reports the errors of the others by column', async () => {
    const done = await bring('products', FILE);
    expect(done.report.map(({ action, errors }: Row) => [action, errors])).toEqual([
      ['created', {}],
      ['created', {}],
      ['created', {}],
      [
        'refused',
        {
          status: ['Must be one of draft, active, archived.'],
          publish_at: ['Must be a date and time such as 2026-12-31T00:00:00+01:00.'],
          weight_grams: ['Must be a whole number.'],
          options: ['Must be options such as Size=M; Colour=Black.'],
        },
      ],
      ['refused', { archive_at: ['Must be after the time of publication.'] }],
      ['refused', { weight_grams: [expect.any(String)] }],
      ['refused', { options: [expect.any(String)] }],
    ]);
    expect(await product('cape')).toMatchObject({
      status: 'draft',
      is_active: false,
      publish_at: '2031-05-01T08:00:00.000Z',
      archive_at: null,
      tags: ['new', 'wool'],
      options: [
        { name: 'Size', values: ['M', 'L'] },
        { name: 'Colour', values: ['Black'] },
      ],
      variants: [
        { sku: 'CAPE-L', weight_grams: null, attributes: { Size: 'L', Colour: 'Black' } },
        { sku: 'CAPE-M', weight_grams: 900, attributes: { Size: 'M', Colour: 'Black' } },
      ],
    });
    expect(await product('hood')).toMatchObject({ status: 'archived', tags: [], options: [] });
    expect(await suppliersOf('CAPE-M')).toEqual(['Mill & Sons*']);
    expect(await suppliersOf('CAPE-L')).toEqual([]);
    for (const slug of ['veil', 'gown', 'robe', 'sash']) {
      expect((await product(slug)).code).toBe('NOT_FOUND');
    }
  });

  it('refuses a supplier that does not exist', async () => {
    const done = await bring('products', 'slug,name,sku,price,supplier\nrobe,Robe,ROBE,1,Nobody\n');
    expect(done.report[0].errors).toEqual({ supplier: ['There is no such supplier.'] });
    expect((await product('robe')).code).toBe('NOT_FOUND');
  });

  it('changes nothing the second time, nor when its export is imported', async () => {
    const odd = ['a|b', 'back\\slash'];
    const { id } = await product('cape');
    const changed = await call('PATCH', `/products/${id}/`, {
      tags: odd,
      options: [
        { name: 'Size', values: ['M', 'L', 'XL'] },
        { name: 'Fit; or = cut', values: ['1; 2'] },
      ],
    });
    expect(changed.tags).toEqual(odd);
    await call('PATCH', '/product-variants/CAPE-L/', {
      attributes: { Size: 'L', Colour: 'Black', 'Fit; or = cut': '1; 2' },
    });
    expect(await cells('?q=CAPE-L', 'status', 'publish_at', 'tags', 'options')).toEqual([
      [
        'draft',
        '2031-05-01T08:00:00.000Z',
        'a\\|b|back\\\\slash',
        'Size=L; Fit\\; or \\= cut=1\\; 2',
      ],
      ['draft', '2031-05-01T08:00:00.000Z', 'a\\|b|back\\\\slash', 'Size=M'],
    ]);
    expect(await cells('?q=CAPE-L', 'weight_grams', 'supplier')).toEqual([
      ['', ''],
      ['900', 'Mill & Sons'],
    ]);
    const file = await exported('products');
    const before = await countEvents();
    const back = await bring('products', file.text);
    expect(back).toMatchObject({ created: 0, updated: 0, refused: 0 });
    expect(back.unchanged).toBe(back.rows);
    expect(back.rows).toBeGreaterThan(40);
    expect(await countEvents()).toBe(before);
    expect((await exported('products')).text).toBe(file.text);
  });

  it('takes options over attributes, and adds values without removing any', async () => {
    const file = [
      'slug,sku,options,attributes',
      'cape,CAPE-M,Size=XXL,"{""Size"":""M"",""Cloth"":""Loden""}"',
      'cape,CAPE-L,Colour=Green,',
    ].join('\n');
    const done = await bring('products', file);
    expect(done).toMatchObject({ updated: 2, refused: 0 });
    expect(await product('cape')).toMatchObject({
      options: [
        { name: 'Size', values: ['M', 'L', 'XL', 'XXL'] },
        { name: 'Fit; or = cut', values: ['1; 2'] },
        { name: 'Colour', values: ['Green'] },
      ],
      variants: [
        { sku: 'CAPE-L', attributes: { Colour: 'Green' } },
        { sku: 'CAPE-M', attributes: { Size: 'XXL', Cloth: 'Loden' } },
      ],
    });
    const without = await bring('products', 'slug,sku,options\ncape,CAPE-M,Colour=Green\n');
    expect(without).toMatchObject({ updated: 1 });
    expect((await product('cape')).variants[1].attributes).toEqual({
      Size: 'XXL',
      Cloth: 'Loden',
      Colour: 'Green',
    });
  });
});

describe('the undo of such a file', () => {
  it('restores status, schedule, tags, options, weight and supplier', async () => {
    await call('POST', '/suppliers/', { name: 'Weaver' });
    const before = [await product('cape'), await suppliersOf('CAPE-M')];
    const file = [
      HEADING,
      'cape,Cape,archived,,,2032-01-01T00:00:00Z,sale,CAPE-M,80.00,950,Size=S,Weaver',
      'tie,Tie,active,,,,,TIE,9.00,,,Weaver',
    ].join('\n');
    const done = await bring('products', file);
    expect(done).toMatchObject({ created: 1, updated: 1, refused: 0 });
    expect(await product('cape')).toMatchObject({
      status: 'archived',
      publish_at: null,
      archive_at: '2032-01-01T00:00:00.000Z',
      tags: ['sale'],
    });
    expect(await suppliersOf('CAPE-M')).toEqual(['Mill & Sons', 'Weaver*']);
    const undone = await undo(done.id);
    expect(undone.undo).toMatchObject({ status: 'completed', kept: 0 });
    const stamps = { updated_at: expect.any(String) };
    const [cape, suppliers] = before;
    expect([await product('cape'), await suppliersOf('CAPE-M')]).toEqual([
      {
        ...cape,
        ...stamps,
        variants: cape.variants.map((variant: object) => ({ ...variant, ...stamps })),
      },
      suppliers,
    ]);
    expect((await product('tie')).code).toBe('NOT_FOUND');
    expect(await suppliersOf('TIE')).toEqual([]);
  });

  it('restores the schedule that a status alone has ended', async () => {
    const done = await bring('products', 'slug,status\ncape,archived\n');
    expect(await product('cape')).toMatchObject({ status: 'archived', publish_at: null });
    await undo(done.id);
    expect(await product('cape')).toMatchObject({
      status: 'draft',
      publish_at: '2031-05-01T08:00:00.000Z',
    });
  });

  it('leaves a supplier that somebody has preferred since', async () => {
    const done = await bring('products', 'slug,sku,supplier\nhood,HOOD,weaver\n');
    expect(await suppliersOf('HOOD')).toEqual(['Mill & Sons', 'Weaver*']);
    const { id } = (await call('GET', '/supplier-articles/?sku=HOOD')).find(
      (article: { supplier_name: string }) => article.supplier_name === 'Mill & Sons',
    );
    await call('PATCH', `/supplier-articles/${id}/`, { is_preferred: true });
    const { report } = await undo(done.id);
    expect(report[0].kept).toEqual([
      { record: 'variant', key: 'HOOD', reason: 'changed', fields: ['supplier'] },
    ]);
    expect(await suppliersOf('HOOD')).toEqual(['Mill & Sons*', 'Weaver']);
  });
});

describe('cells with several entries', () => {
  it('keep separators, backslashes and spaces at their ends', () => {
    const tags = ['a|b', '\\', ' spaced ', '😀|', 'c\\|'];
    expect(entriesIn(joinEntries(tags))).toEqual(tags);
    const choices = [
      { name: 'a=b;c', value: 'd=e;f\\' },
      { name: ' Size', value: 'M ' },
    ];
    expect(choicesIn(joinChoices(choices))).toEqual(choices);
    expect(choicesIn(' Size = M ;Colour=Black; ')).toEqual([
      { name: 'Size', value: 'M' },
      { name: 'Colour', value: 'Black' },
    ]);
    expect(entriesIn('')).toEqual([]);
  });

  it.each(['Size', '=M', 'Size=', 'Size=M; Size=L'])('refuses %s as options', cell => {
    expect(() => choicesIn(cell)).toThrow('Must be options such as Size=M; Colour=Black.');
  });
});
