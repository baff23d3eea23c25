import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID, ZURICH_ID } from '../../src/seed/data.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { counterOf } from '../transactions/support.js';
import { type Audit, auditOf, newList } from './support.js';

/** A slow machine may take long. */
const PATIENT = { timeout: 20_000, interval: 50 };

let shop: Shop;
let audit: Audit;
beforeAll(async () => {
  shop = await openShop();
  audit = auditOf(shop);
});
afterAll(() => shop.close());

const read = async (path: string, headers?: Record<string, string>): Promise<Reply> =>
  audit.send('GET', path, undefined, { headers });
const tagOf = async (path: string): Promise<string> => String((await read(path)).headers.etag);
const change = (path: string, body: object, tag: string, method = 'PATCH'): Promise<Reply> =>
  audit.send(method, path, body, { headers: { 'if-match': tag } });

async function brand(name: string): Promise<string> {
  return `/brands/${await audit.made('/brands/', { name })}/`;
}

describe('ETag', () => {
  it('changes with the record, and a known one saves the answer', async () => {
    const path = await brand('Tagged');
    const tag = await tagOf(path);
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    const again = await read(path, { 'if-none-match': tag });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    expect((await audit.send('PATCH', path, { name: 'Tagged 2' })).status).toBe(200);
    const other = await read(path, { 'if-none-match': `"other", W/${tag}` });
    expect([other.status, other.body.name]).toEqual([200, 'Tagged 2']);
    expect(other.headers.etag).not.toBe(tag);
  });

  it('is on records of every kind, not on lists', async () => {
    const list = await audit.made('/price-lists/', newList('ETAG'));
    const zone = await audit.made('/zones/', { store: DOWNTOWN_ID, code: 'E-1', name: 'E' });
    const person = await audit.made('/customers/', { name: 'E Tag', email: 'etag@example.com' });
    const [level] = (await read('/inventory-levels/?store=DOWNTOWN&limit=1')).body;
    const sale = await counterOf(shop).ring();
    for (const path of [
      `/price-lists/${list}/`,
      `/zones/${zone}/`,
      `/customers/${person}/`,
      `/inventory-levels/${level.id}/`,
      `/transactions/${sale}/`,
      '/stores/DOWNTOWN/',
      '/users/00000000-0000-4000-a002-000000000001/',
    ]) {
      const tag = await tagOf(path);
      expect([path, await tagOf(path)]).toEqual([path, tag]);
      const stale = await change(path, { notes: 'x', name: 'x', first_name: 'x' }, '"stale"');
      expect([path, stale.status, stale.body.code]).toEqual([path, 412, 'CHANGED']);
    }
    expect((await read('/brands/')).headers.etag).toBeUndefined();
  });
});

describe('a list', () => {
  type Operation = { parameters?: { name: string }[] };
  type Paths = Record<string, { get?: Operation }>;

  /** The paths of lists that give ETags, with the names of their parameters. */
  const listsOf = (paths: Paths): [list: string, names: string[]][] =>
    Object.entries(paths)
      .map(([list, { get: read }]): [string, string[]] => [
        list,
        (read?.parameters ?? []).map(({ name }) => name),
      ])
      .filter(([, names]) => names.includes('etags'));
  const KEYS = [
    'id',
    'code',
    'slug',
    'task_id',
    'delivery_id',
    'transactionId',
    'sku',
    'terminal_id',
  ];

  const get = async (path: string): Promise<Reply> =>
    shop.call('GET', path, { token: await shop.officeToken('admin') });

  /** The ETag of the record of an item, by the first of its keys that finds it. */
  const tagByKey = async (path: string, item: Record<string, string>) => {
    for (const key of KEYS.filter(name => item[name] !== undefined)) {
      const record = await get(`${path}${encodeURIComponent(String(item[key]))}/`);
      if (record.status === 200) return record.headers.etag;
    }
    return undefined;
  };

  it('of records gives the ETag of each, which a change takes', async () => {
    await audit.made('/price-lists/', newList('LISTED'));
    const compared = new Set<string>();
    const different: string[] = [];
    for (const [list, names] of listsOf((await get('/openapi.json')).body.paths)) {
      const path = list.replaceAll(/\{[^}]+\}/g, 'DOWNTOWN');
      const limit = names.includes('limit') ? '&limit=3' : '';
      const reply = await get(`${path}?etags=true${limit}`);
      // Not of tills and of parents that are no stores.
      for (const item of reply.status === 200 ? reply.body : []) {
        const tag = await tagByKey(path, item);
        if (tag === undefined) continue;
        compared.add(list);
        if (item.etag !== tag) different.push(list);
      }
    }
    expect(different).toEqual([]);
    expect(compared.size).toBeGreaterThan(20);
    const [item] = (await read('/price-lists/?etags=true&limit=1')).body;
    const path = `/price-lists/${item.id}/`;
    expect((await change(path, { name: 'From the list' }, item.etag)).status).toBe(200);
    expect((await change(path, { name: 'Too late' }, item.etag)).status).toBe(412);
    expect((await read(path)).body.name).toBe('From the list');
  });

  it('gives no ETags unasked, and keeps the question on the next page', async () => {
    const plain = await read('/payment-methods/?limit=1');
    expect(plain.body[0]).not.toHaveProperty('etag');
    expect((await read('/payment-methods/?limit=1&etags=false')).body).toEqual(plain.body);
    const asked = await read('/payment-methods/?limit=1&etags=true');
    const { etag, ...rest } = asked.body[0];
    expect([rest, etag]).toEqual([plain.body[0], await tagOf(`/payment-methods/${rest.id}/`)]);
    expect(String(asked.headers.link)).toContain('etags=true');
  });

  it('of items that differ from the record does not know the parameter', async () => {
    for (const path of ['/customers/', '/transactions/']) {
      const reply = await read(`${path}?etags=true`);
      expect([reply.status, reply.body.code]).toEqual([400, 'UNKNOWN_PARAMETER']);
    }
  });
});

describe('a second manager', () => {
  const records = async (): Promise<[path: string, first: object, second: object][]> => {
    const endpoint = { url: 'https://203.0.114.7/hooks', events: ['transaction.*'] };
    const tier = { currency: 'USD', minimum_spend: '90.00', earning_factor: '1.20' };
    const admin = await shop.officeToken('admin');
    const hook = await audit.made('/webhook-endpoints/', endpoint);
    const made = await audit.made('/loyalty/tiers/', { name: 'Bronze', ...tier }, admin);
    return [
      [`/webhook-endpoints/${hook}/`, { description: 'ERP' }, { description: 'Till' }],
      [`/loyalty/tiers/${made}/`, { name: 'Copper' }, { name: 'Tin' }],
      ['/stores/DOWNTOWN/terminals/T-001/', { name: 'Door' }, { name: 'Window' }],
      ['/mail-templates/DOWNTOWN/quote/de/', { subject: 'Angebot' }, { subject: 'Offerte' }],
    ];
  };

  it('gets 412 with the present values, for webhooks, tiers, tills and mail templates', async () => {
    for (const [path, first, second] of await records()) {
      const method = path.startsWith('/mail') ? 'PUT' : 'PATCH';
      const tag = await tagOf(path);
      const token = await shop.officeToken('admin');
      const headers = { 'if-match': tag };
      const saved = await audit.send(method, path, first, { token, headers });
      expect([path, saved.status, saved.body]).toMatchObject([path, 200, first]);
      expect(saved.headers.etag).toBe(await tagOf(path));
      const late = await audit.send(method, path, second, { token, headers });
      expect([path, late.status, late.body.code]).toEqual([path, 412, 'CHANGED']);
      expect(late.body.current).toMatchObject(first);
      expect((await read(path)).body).toMatchObject(first);
    }
    const id = `${DOWNTOWN_ID}/quote/de`;
    expect(await audit.log(`record=mail-templates/${id}`)).toMatchObject([
      { action: 'update', record_id: id, store_id: DOWNTOWN_ID },
    ]);
  });

  it('is not refused because a counter went on meanwhile', async () => {
    const endpoint = { url: 'https://203.0.114.8/hooks', events: ['transaction.*'] };
    const path = `/webhook-endpoints/${await audit.made('/webhook-endpoints/', endpoint)}/`;
    const till = '/stores/DOWNTOWN/terminals/T-002/';
    const tags = [await tagOf(path), await tagOf(till)];
    await audit.rows(
      `update webhook_endpoints set failures_in_row = 3, failing_since = now() where url = $1`,
      [endpoint.url],
    );
    await audit.rows(`update terminals set last_seen_at = '2026-01-01' where id = 'T-002'`);
    expect([await tagOf(path), await tagOf(till)]).toEqual(tags);
    // The answer is never a 304, which would keep the old count.
    const again = await read(path, { 'if-none-match': String(tags[0]) });
    expect([again.status, again.body.failures_in_row]).toEqual([200, 3]);
    expect((await change(path, { description: 'ERP' }, String(tags[0]))).status).toBe(200);
    expect((await change(till, { name: 'Kiosk' }, String(tags[1]))).status).toBe(200);
  });

  it('of another store sees neither till nor template', async () => {
    const headers = { 'if-match': '"guess"' };
    const login = { username: 'zurich.manager', password: 'a long pass phrase' };
    const person = { role: 'manager', employee_number: 'EMP-Z', store_ids: [ZURICH_ID] };
    await audit.made('/users/', { ...login, ...person }, await shop.officeToken('admin'));
    const token = (await shop.call('POST', '/auth/login/', { body: login })).body.access;
    for (const path of [
      '/stores/DOWNTOWN/terminals/T-001/',
      '/stores/ZURICH/terminals/T-001/',
      '/mail-templates/DOWNTOWN/quote/de/',
    ]) {
      const method = path.startsWith('/mail') ? 'PUT' : 'PATCH';
      expect([path, (await shop.call('GET', path, { token })).status]).toEqual([path, 404]);
      const reply = await audit.send(method, path, { name: 'Mine' }, { token, headers });
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });
});

describe('a change', () => {
  it('that shows the record carries its ETag, so that the next change needs no GET', async () => {
    const path = await brand('Twice');
    const first = await change(path, { name: 'Twice 2' }, await tagOf(path));
    expect(first.headers.etag).toBe(await tagOf(path));
    const second = await change(path, { name: 'Twice 3' }, String(first.headers.etag));
    expect([second.status, second.body.name]).toEqual([200, 'Twice 3']);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    const late = await change(path, { name: 'Twice 4' }, String(first.headers.etag));
    expect([late.status, late.headers.etag]).toEqual([412, undefined]);
    expect((await read(path)).body.name).toBe('Twice 3');
  });
});

describe('If-Match', () => {
  it('is compared by an action on one record, once per key', async () => {
    const path = `/transactions/${await counterOf(shop).ring()}/`;
    const tag = await tagOf(path);
    const cancel = (headers: Record<string, string>) =>
      audit.send('POST', `${path}void/`, { reason: 'Wrong article' }, { headers });
    const stale = await cancel({ 'if-match': '"stale"', 'idempotency-key': 'void-by-tag' });
    expect([stale.status, stale.body.code]).toEqual([412, 'CHANGED']);
    expect(stale.body.current).toEqual((await read(path)).body);
    expect(await tagOf(path)).toBe(tag);
    const headers = { 'if-match': tag, 'idempotency-key': 'void-by-tag' };
    expect((await cancel(headers)).status).toBe(200);
    expect((await read(path)).body.status).toBe('voided');
    const again = await cancel(headers);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect((await cancel({ 'if-match': tag })).status).toBe(412);
  });

  it('refuses a change of a record that differs, with the record as it is now', async () => {
    const path = await brand('First');
    const tag = await tagOf(path);
    expect((await change(path, { name: 'Second' }, tag)).status).toBe(200);
    const late = await change(path, { name: 'Third' }, tag);
    expect(late.status).toBe(412);
    expect(late.body).toEqual({
      detail: 'The record has changed since it was read.',
      code: 'CHANGED',
      current: (await read(path)).body,
    });
    expect(late.body.current.name).toBe('Second');
    expect((await change(path, {}, tag, 'DELETE')).status).toBe(412);
    expect((await change(path, { name: 'Any' }, '*')).status).toBe(200);
    const current = await tagOf(path);
    expect((await change(path, { name: 'Weak' }, `W/${current}`)).status).toBe(412);
    const unquoted = await change(path, { name: 'None' }, 'abc');
    expect([unquoted.status, Object.keys(unquoted.body.errors)]).toEqual([400, ['If-Match']]);
    expect((await read(path)).body.name).toBe('Any');
    expect((await change(path, {}, current, 'DELETE')).status).toBe(204);
    expect((await change(path, { name: 'Gone' }, current)).status).toBe(404);
  });

  it('shows the record only to people who may read it', async () => {
    const admin = await shop.officeToken('admin');
    const role = { name: 'Writes only', base_role: 'manager', permissions: ['catalog.chain'] };
    const login = { username: 'writes.only', password: 'a long pass phrase' };
    const person = { role: 'manager', employee_number: 'EMP-W', store_ids: [], all_stores: true };
    const own_role_id = await audit.made('/roles/', role, admin);
    await audit.made('/users/', { ...login, ...person, own_role_id }, admin);
    const token = (await shop.call('POST', '/auth/login/', { body: login })).body.access;
    const path = await brand('Secret');
    const send = (tag: string) =>
      audit.send('PATCH', path, { name: 'Open' }, { token, headers: { 'if-match': tag } });
    expect((await shop.call('GET', path, { token })).status).toBe(403);
    const refused = await send('"stale"');
    expect([refused.status, refused.body]).toEqual([
      412,
      { detail: 'The record has changed since it was read.', code: 'CHANGED' },
    ]);
    expect((await read(path)).body.name).toBe('Secret');
    expect((await send(await tagOf(path))).status).toBe(200);
  });

  it('shows a customer to a cashier only with a record of the view', async () => {
    const id = await audit.made('/customers/', { name: 'Vera Viewed', email: 'vera@example.com' });
    const send = async (tag: string) =>
      audit.send(
        'PATCH',
        `/customers/${id}/`,
        { notes: 'x' },
        { token: await shop.tillToken('EMP001'), headers: { 'if-match': tag } },
      );
    const views = async () =>
      (
        await audit.rows<{ terminal_id: string }>(
          'select terminal_id from customer_views where customer_id = $1',
          [id],
        )
      ).map(({ terminal_id }) => terminal_id);
    const refused = await send('"x"');
    expect([refused.status, refused.body.current?.name]).toEqual([412, 'Vera Viewed']);
    expect(await views()).toEqual(['T-001']);
    expect((await send('*')).status).toBe(200);
    expect(await views()).toEqual(['T-001']);
  });

  it('lets one of ten managers who save at once through', async () => {
    const path = await brand('Contested');
    const tag = await tagOf(path);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => change(path, { name: `Manager ${at}` }, tag)),
    );
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(9);
    expect((await read(path)).body.name).toBe(winners[0]?.body.name);
    const id = winners[0]?.body.id;
    expect(await audit.log(`record=brands/${id}&action=update`)).toHaveLength(1);
  });

  it('needs no free connection while others wait for the same record', async () => {
    const path = await brand('Popular');
    const tag = await tagOf(path);
    const small = await openShop({
      beside: shop,
      background: false,
      env: { DATABASE_POOL_SIZE: '4' },
    });
    try {
      const token = await small.officeToken('manager');
      const conditions: Record<string, string>[] = [
        {},
        { 'if-match': '*' },
        {},
        { 'if-match': tag },
      ];
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          small.call('PATCH', path, {
            token,
            headers: conditions[at % 4],
            body: { name: `Popular ${at}` },
          }),
        ),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((_, at) => at % 4 !== 3)).toEqual(Array(30).fill(200));
      const tagged = statuses.filter((_, at) => at % 4 === 3);
      expect(tagged.filter(status => status === 200).length).toBeLessThanOrEqual(1);
      expect(tagged.filter(status => status === 412).length).toBeGreaterThanOrEqual(9);
    } finally {
      await small.close();
    }
  });

  it('finds a change by another way that is committed while the call waits', async () => {
    const path = await brand('Waiting');
    const tag = await tagOf(path);
    const other = new pg.Client({ connectionString: shop.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`update brands set name = 'By import' where name = 'Waiting'`);
      const late = change(path, { name: 'By hand' }, tag);
      await expect.poll(() => waitingForLocks(shop.platform.db), PATIENT).toBeGreaterThan(0);
      await other.query('commit');
      const reply = await late;
      expect([reply.status, reply.body.current?.name]).toEqual([412, 'By import']);
    } finally {
      await other.end();
    }
    expect((await read(path)).body.name).toBe('By import');
    expect(await audit.log(`record=${path.split('/')[2]}&action=update`)).toEqual([]);
  });

  it('of another store finds nothing and tells nothing', async () => {
    const token = await audit.airportManager();
    const zone = await audit.made('/zones/', { store: DOWNTOWN_ID, code: 'E-2', name: 'Hidden' });
    const reply = await audit.send(
      'PATCH',
      `/zones/${zone}/`,
      { name: 'Mine' },
      {
        token,
        headers: { 'if-match': '"guess"' },
      },
    );
    expect([reply.status, reply.text.includes('Hidden')]).toEqual([404, false]);
  });
});
