import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchCustomers } from '../../src/domains/people/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import { rowsRead } from '../support/rows-read.js';
import { type Customers, customersOf, openShop, type Shop } from './support.js';

let shop: Shop;
let customers: Customers;
beforeAll(async () => {
  shop = await openShop({ background: false });
  customers = customersOf(shop);
  for (const body of [
    { name: 'John Smith', phone: '+12125550301', email: 'john.smith@example.com' },
    { name: 'Joan Smyth', phone: '+12125550302' },
    { name: 'Anna van Dyke', phone: '+12125550303', customer_card: 'CARD-7788' },
    { name: 'Zoë Müller', email: 'zoe@example.de' },
    { name: '100% Cotton', phone: '+12125550304' },
    { name: 'Margarethe Feuerbach', email: 'm.feuerbach@example.com' },
  ]) {
    await customers.created(body);
  }
});
afterAll(() => shop.close());

describe('the search for customers', () => {
  it.each([
    ['john.smith@example.com', 'John Smith'],
    ['JOHN.SMITH@EXAMPLE.COM', 'John Smith'],
    ['john smith', 'John Smith'],
    ['card-7788', 'Anna van Dyke'],
    ['(212) 555-0303', 'Anna van Dyke'],
    ['+1 212 555 0303', 'Anna van Dyke'],
    ['550303', 'Anna van Dyke'],
    ['smi joh', 'John Smith'],
    ['jon smiht', 'John Smith'],
    ['jhon smith', 'John Smith'],
    ['Anna Dike', 'Anna van Dyke'],
    ['john.smiht@example.com', 'John Smith'],
    ['müler', 'Zoë Müller'],
    ['100%', '100% Cotton'],
  ])('finds for "%s" first %s', async (text, name) => {
    expect((await customers.names(text))[0]).toBe(name);
  });

  it('lists equal ones before those that begin with it, and these before similar ones', async () => {
    await customers.created({ name: 'Smith', phone: '+12125550310' });
    const { body } = await customers.search('smith');
    const names = body.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 2)).toEqual(['Smith', 'John Smith']);
    expect(names).toContain('Joan Smyth');
  });

  it('finds nobody for wildcards, and no staff', async () => {
    expect(await customers.names('%')).toEqual([]);
    expect(await customers.names('_')).toEqual([]);
    expect(await customers.names('EMP001')).toEqual([]);
  });

  it('refuses spaces, unknown parameters and foreign cursors', async () => {
    expect((await customers.search('  ')).status).toBe(400);
    expect((await customers.call('GET', '?q=smith')).status).toBe(400);
    const cursor = Buffer.from('["x"]').toString('base64url');
    expect((await customers.search('smith', `&cursor=${cursor}`)).body.code).toBe('INVALID_CURSOR');
    expect((await customers.call('GET', `?cursor=${cursor}`)).body.code).toBe('INVALID_CURSOR');
  });
});

describe('among 100,000 customers', () => {
  const PART = 10_000;
  const start = new Date();
  /** In parts, because one statement for all of them may take longer than a statement may. */
  const add = (from: number) =>
    customers.rows(
      `insert into users (id, role, first_name, last_name, email, phone, customer_card)
       select uuid_floor($3::timestamptz - make_interval(secs => n)), 'customer', first, last,
         lower(first) || '.' || lower(last) || n || '@mail.example', '+1310' || lpad(n::text, 7, '2'),
         'K' || lpad(n::text, 8, '0')
       from (
         select n,
           (array['Anna','Ben','Carla','David','Emma','Felix','Greta','Hugo','Ida','Jonas','Klara','Leon',
             'Mia','Noah','Olga','Paul','Rosa','Simon','Tina','Victor'])[1 + n % 20]
             || substr('aeiou', 1 + (n / 20) % 5, 1) as first,
           (array['Abel','Becker','Conrad','Dietz','Ernst','Fischer','Graf','Hahn','Imhof','Jung','Keller',
             'Lang','Maier','Neumann','Otto','Pohl','Richter','Schulz','Thomas','Ulrich'])[1 + (n / 100) % 20]
             || substr('aeiourstln', 1 + (n / 2000) % 10, 1) || substr('aeiou', 1 + (n / 20000) % 5, 1) as last
         from generate_series($1::int, $2::int) as n
       ) as people`,
      [from, from + PART - 1, start],
    );
  beforeAll(async () => {
    for (let part = 0; part < 10; part += 1) await add(part * PART + 1);
    await customers.rows('analyze users');
  });

  const readFor = (text: string, phones: string[] = []) =>
    atomically(shop.platform.db, async tx => {
      const before = await rowsRead(tx, 'users');
      const found = await searchCustomers(tx, { text, phones }, undefined, 20);
      return { read: (await rowsRead(tx, 'users')) - before, found: found.map(row => row.email) };
    });

  it.each([
    ['an address', 'john.smith@example.com', 'john.smith@example.com'],
    ['a card', 'CARD-7788', null],
    ['a name', 'John Smith', 'john.smith@example.com'],
    ['a name with errors', 'Jhon Smiht', 'john.smith@example.com'],
  ])('reads a small part of the table for %s', async (_, text, email) => {
    const { read, found } = await readFor(text);
    expect(found[0]).toBe(email);
    expect(read).toBeLessThan(10_000);
  });

  it.each([
    ['exchanged letters', 'Margarethe Feuerbahc', 100],
    ['a missing letter', 'Margarete Feurbach', 100],
    ['a wrong letter', 'feuerbech', 100],
    ['an error in one word and the beginning of another', 'marg feuerrbach', 100],
    ['the beginning of one and an error in another', 'feuer margarethhe', 100],
    ['more than one error', 'margret feuerbahk', 1_000],
    ['an address with an error', 'm.feuerbahc@example.com', 1_000],
  ])('finds one customer by a name with %s, and reads few others', async (_, text, most) => {
    const { read, found } = await readFor(text);
    expect(found).toEqual(['m.feuerbach@example.com']);
    expect(read).toBeLessThan(most);
  });

  it('reads a small part of the table for an error in a common name', async () => {
    const { read, found } = await readFor('Anana Becker');
    expect(found).toHaveLength(20);
    expect(read).toBeLessThan(12_000);
  });

  it('reads few rows for a phone number', async () => {
    const { read, found } = await readFor('+12125550301', ['12125550301']);
    expect(found[0]).toBe('john.smith@example.com');
    expect(read).toBeLessThan(100);
  });

  it('pages through all matches without a gap or a repetition, beginnings first', async () => {
    const starts = await customers.rows<{ id: string }>(
      `select id from users where first_name = 'Annaa' and last_name like 'Becker%' order by id`,
    );
    const seen: string[] = [];
    let path: string | undefined = `?search=${encodeURIComponent('annaa becker')}&limit=15`;
    while (path !== undefined && seen.length < starts.length + 100) {
      const reply = await customers.call('GET', path);
      expect(reply.status).toBe(200);
      seen.push(...reply.body.map(({ id }: { id: string }) => id));
      path = /<\/customers\/(\?[^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(starts.length).toBeGreaterThan(40);
    expect(seen.slice(0, starts.length)).toEqual(starts.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(starts.length);
  });
});
