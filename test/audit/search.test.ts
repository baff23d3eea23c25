import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEntries } from '../../src/domains/audit/find-entries.js';
import { openShop, type Shop } from '../support/service.js';
import { type Audit, auditOf, type Entry, newList } from './support.js';

let shop: Shop;
let audit: Audit;
const ids: string[] = [];
beforeAll(async () => {
  shop = await openShop({ background: false });
  audit = auditOf(shop);
  for (const name of ['Spring', 'Summer', 'Autumn', 'Winter']) {
    const id = await audit.made('/price-lists/', newList(`SEASON-${name}`));
    ids.push(id);
    const changed = await audit.send('PATCH', `/price-lists/${id}/`, { name: `${name} 100%_off` });
    expect(changed.status).toBe(200);
  }
});
afterAll(() => shop.close());

const found = async (q: string, more = ''): Promise<(string | null)[][]> =>
  (await audit.log(`q=${encodeURIComponent(q)}${more}`)).map(({ action, record_id }) => [
    action,
    record_id,
  ]);

describe('a search of the audit log', () => {
  it('finds values before and after, in any case', async () => {
    const [, summer] = ids as [string, string];
    expect(await found('summer')).toEqual([
      ['update', summer],
      ['create', summer],
    ]);
    // The change names the code of the list as its name before.
    expect(await found('season-summer')).toEqual([
      ['update', summer],
      ['create', summer],
    ]);
    expect(await found('100%_OFF', '&action=update')).toEqual(
      ids.toReversed().map(id => ['update', id]),
    );
    expect(await found('100%off')).toEqual([]);
    expect(await found('no such value')).toEqual([]);
  });

  it('finds paths, people and several words in any order, beside other filters', async () => {
    const [spring] = ids as [string];
    expect(await found(`price-lists/${spring}/update`)).toEqual([['update', spring]]);
    expect(await found('spring price lists update')).toEqual([['update', spring]]);
    const [manager] = await audit.rows<{ id: string; last_name: string }>(
      `select id, last_name from users where username = 'manager'`,
    );
    const own = await audit.log(`q=${encodeURIComponent(manager?.last_name ?? '')}&limit=200`);
    expect(own.filter(({ record_type }) => record_type === 'price-lists')).toHaveLength(8);
    expect(new Set(own.map(({ actor }: Entry) => actor.id))).toEqual(new Set([manager?.id]));
    expect(await found('summer', `&record=price-lists/${spring}`)).toEqual([]);
    // An empty search is none.
    expect(await audit.log('q=%20&record=price-lists/')).toHaveLength(8);
  });

  it('does not find secrets', async () => {
    const [user] = await audit.rows<{ id: string }>(
      `select id from users where employee_number = 'EMP001'`,
    );
    const body = { pin_code: '739182' };
    expect((await audit.send('PATCH', `/users/${user?.id}/`, body)).status).toBe(200);
    expect(await found('pin_code', `&record=users/${user?.id}`)).toEqual([['update', user?.id]]);
    expect(await found('739182')).toEqual([]);
  });

  it('looks through so many entries per page, and goes on where it stopped', async () => {
    const { db } = shop.platform;
    const filter = { scope: undefined, recordType: 'price-lists', q: 'spring' };
    const pages: (string | null)[][] = [];
    let last: string | undefined;
    do {
      const page = await findEntries(db, filter, last, 1, 3);
      pages.push(page.entries.map(({ action, recordId }) => `${action} ${recordId}`));
      last = page.last;
    } while (last !== undefined);
    // Of 8 entries the oldest two match: three are looked through, three, then one page for each.
    expect(pages).toEqual([[], [], [`update ${ids[0]}`], [`create ${ids[0]}`]]);
    const first = await audit.send('GET', '/audit-log/?q=season&record=price-lists/&limit=3');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(next).toContain('q=season');
    const second = await audit.send('GET', next);
    const all = await audit.log('record=price-lists/&limit=6');
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('refuses more than 100 characters', async () => {
    const reply = await audit.send('GET', `/audit-log/?q=${'x'.repeat(101)}`);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['q']]);
  });
});
