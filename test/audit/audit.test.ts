import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownValue } from '../../src/domains/audit/index.js';
import { chain, retention } from '../../src/domains/audit/jobs.js';
import { chainEntries } from '../../src/platform/audit/chain-entries.js';
import { changesOf } from '../../src/platform/audit/changes.js';
import { hashOf } from '../../src/platform/audit/entry.js';
import { type ChainedEntry, chainedEntries } from '../../src/platform/audit/repository.js';
import { canonical } from '../../src/platform/http/idempotency-rules.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { type Audit, auditOf, type Entry, newList } from './support.js';

type Ends = { last_seq: number; last_hash: string };

let shop: Shop;
let audit: Audit;
beforeAll(async () => {
  shop = await openShop();
  audit = auditOf(shop);
});
afterAll(() => shop.close());

const entries = async (): Promise<number> =>
  (await audit.rows<{ n: number }>('select count(*)::int as n from audit_entries'))[0]?.n ?? 0;

const userId = async (username: string): Promise<string> => {
  const [user] = await audit.rows<{ id: string }>('select id from users where username = $1', [
    username,
  ]);
  return user?.id ?? '';
};

describe('an entry', () => {
  it('exists for each price and variant of a bulk change, and for none of a dry run', async () => {
    const { list, price } = await audit.price('AUDIT-BULK', '9.00');
    const [stored] = await audit.rows<{ variant_id: string }>(
      'select variant_id from prices where id = $1',
      [price],
    );
    const [variant] = await audit.rows<{ id: string }>(
      `select id from product_variants where sku = 'NOTE-DOT-A5'`,
    );
    const changes = [
      { variant: stored?.variant_id, price_list: list, min_quantity: 5, amount: '7.00' },
      { variant: 'NOTE-DOT-A5', amount: '17.00' },
    ];
    const before = await entries();
    const preview = await audit.send('POST', '/prices/bulk/', { changes, dry_run: true });
    expect([preview.status, preview.body.changed]).toEqual([200, 2]);
    expect(await entries()).toBe(before);
    expect((await audit.send('POST', '/prices/bulk/', { changes })).status).toBe(200);
    expect(await entries()).toBe(before + 2);
    expect((await audit.log(`record=prices/${price}`))[0]).toMatchObject({
      action: 'bulk',
      record_id: price,
      changes: { amount: { before: '9.00', after: '7.00' } },
    });
    expect((await audit.log(`record=product-variants/${variant?.id}`))[0]).toMatchObject({
      action: 'bulk',
      record_type: 'product-variants',
      changes: { price: { before: '16.00', after: '17.00' } },
    });
  });

  it('shows a price before and after the change, who changed it and from where', async () => {
    const { list, price } = await audit.price('AUDIT-1', '9.00');
    const changed = await audit.send(
      'PATCH',
      `/prices/${price}/`,
      { amount: '8.50' },
      { headers: { 'x-request-id': 'desk-42', 'user-agent': 'Desk/1' } },
    );
    expect(changed.status).toBe(200);
    const [entry, created] = await audit.log(`record=prices/${price}`);
    expect(entry).toMatchObject({
      actor: { id: await userId('manager'), kind: 'staff', name: expect.any(String) },
      action: 'update',
      record_type: 'prices',
      record_id: price,
      changes: { amount: { before: '9.00', after: '8.50' } },
      address: '127.0.0.1',
      user_agent: 'Desk/1',
      request_id: 'desk-42',
      hash: null,
      previous_hash: null,
    });
    // A field that is not sent keeps its value: the minimum quantity of 5 is no change.
    expect(Object.keys(entry?.changes ?? {})).toEqual(['amount', 'margin']);
    expect(created).toMatchObject({
      action: 'create',
      changes: { amount: { before: null, after: '9.00' } },
    });
    expect((await audit.send('DELETE', `/prices/${price}/`)).status).toBe(204);
    const [removed] = await audit.log(`record=${price}`);
    expect(removed).toMatchObject({
      action: 'delete',
      changes: { amount: { before: '8.50', after: null } },
    });
    expect(await audit.log(`record=price-lists/${list}&action=create`)).toHaveLength(1);
  });

  it('masks a card number that the caller sends as the name of its program', async () => {
    const { price } = await audit.price('AUDIT-AGENT', '9.00');
    const headers = { 'user-agent': 'Desk/1 4242424242424242 tok_9fXk2mQp7Rt4Lw8Zb3' };
    await audit.send('PATCH', `/prices/${price}/`, { amount: '8.50' }, { headers });
    const [entry] = await audit.log(`record=prices/${price}`);
    expect(entry).toMatchObject({ user_agent: 'Desk/1 ****4242 …' });
  });

  it('is not written if the change is refused or rolled back', async () => {
    const list = await audit.made('/price-lists/', newList('ONE'));
    await audit.made('/price-lists/', newList('TWO'));
    const before = await entries();
    const refused = await audit.send('PATCH', `/price-lists/${list}/`, { code: 'TWO' });
    expect(refused.status).toBe(409);
    expect((await audit.send('PATCH', `/price-lists/${list}/`, { name: 5 })).status).toBe(400);
    expect(await entries()).toBe(before);
  });

  it('cuts a long text between two characters', async () => {
    const start = 'x'.repeat(999);
    const id = await audit.made('/products/', { name: 'Long', description: `${start}😀 and more` });
    const body = { description: `${start}😀😀` };
    expect((await audit.send('PATCH', `/products/${id}/`, body)).status).toBe(200);
    const [entry] = await audit.log(`record=products/${id}&action=update`);
    expect(entry?.changes.description).toEqual({ before: `${start}…`, after: `${start}…` });
    expect((await audit.send('DELETE', `/products/${id}/`)).status).toBe(204);
  });

  it('is written once for a call that is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'audit-once' };
    const body = { name: 'Repeated Person', email: 'repeated@example.com' };
    const first = await audit.send('POST', '/customers/', body, { headers });
    expect(first.status).toBe(201);
    const again = await audit.send('POST', '/customers/', body, { headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await audit.log(`record=customers/${first.body.id}`)).toHaveLength(1);
  });

  it('names the sale, its till and the reason of an action at the counter', async () => {
    const token = await shop.tillToken('EMP001');
    const opened = await shop.call('POST', '/pos/cash-drawer/', {
      token,
      body: { operation: 'open', reason: 'Change for 50' },
    });
    expect(opened.status).toBe(200);
    const [entry] = await audit.log('record=cash-drawer/');
    expect(entry).toMatchObject({
      action: 'create',
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      changes: {
        reason: { before: null, after: expect.stringMatching(/^\[text [0-9a-f]{32}\]$/) },
      },
    });
  });

  it('leaves till sales to their own records', async () => {
    const token = await shop.tillToken('EMP001');
    const before = await entries();
    const sale = await shop.call('POST', '/pos/transactions/create/', {
      token,
      body: {
        store_id: 'DOWNTOWN',
        employee_id: 'EMP001',
        line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: '12.50', subtotal: '12.50' }],
        subtotal: '12.50',
        tax_amount: '1.03',
        total_amount: '13.53',
        payment: { payment_method_id: 'cash', tendered_amount: '13.53' },
      },
    });
    expect(sale.status).toBe(201);
    expect(await entries()).toBe(before);
    const number = sale.body.transaction.transaction_id;
    expect((await audit.send('PATCH', `/transactions/${number}/`, { notes: 'x' })).status).toBe(
      200,
    );
    const [entry] = await audit.log(`record=transactions/${number}`);
    expect(entry).toMatchObject({
      action: 'update',
      store_id: DOWNTOWN_ID,
      changes: { notes: { after: '[personal]' } },
    });
  });
});

describe('secrets and personal data', () => {
  const texts = async (): Promise<string> =>
    JSON.stringify(await audit.rows('select * from audit_entries'));

  it('are never in the log', async () => {
    const secret = { pin_code: '918273', password: 'Correct-Horse-918273' };
    const id = await audit.made('/users/', {
      role: 'cashier',
      first_name: 'Pina',
      last_name: 'Secret',
      employee_number: 'EMP-S',
      username: 'pina.secret',
      store_ids: [DOWNTOWN_ID],
      ...secret,
    });
    expect((await audit.send('PATCH', `/users/${id}/`, { pin_code: '827364' })).status).toBe(200);
    const [changed, created] = await audit.log(`record=users/${id}`);
    expect(changed?.changes).toEqual({ pin_code: { before: null, after: '[secret]' } });
    expect(created).toMatchObject({
      store_id: DOWNTOWN_ID,
      changes: { password: { after: '[secret]' }, first_name: { after: 'Pina' } },
    });
    const log = await texts();
    for (const text of ['918273', '827364', 'Correct-Horse']) expect(log).not.toContain(text);
  });

  it('are hidden in the codes of gift cards and store credit, wherever they are', () => {
    const changed = (recordType: string, after: object) =>
      changesOf({
        show: shownValue,
        recordType,
        before: undefined,
        after,
        sent: { store_credit_code: 'SC-SENT' },
        secrets: new Set(),
      });
    const cards = [{ code: 'GC-1', balance: '5.00' }];
    const all = {
      ...changed('returns', {
        store_credit: { code: 'SC-1', amount: '12.50' },
        refunds: [{ id: 'r', store_credit_code: 'SC-2' }],
        gift_cards: cards,
      }),
      ...changed('payments', { sale: { gift_cards: [{ id: 'g', code: 'GC-2' }] } }),
      ...changed('imports', { lists: { rows: [{ line: 1, gift_cards: cards }] } }),
    };
    expect(all).toEqual({
      store_credit_code: { before: null, after: '[secret]' },
      'store_credit.code': { before: null, after: '[secret]' },
      'store_credit.amount': { before: null, after: '12.50' },
      'refunds.r.id': { before: null, after: 'r' },
      'refunds.r.store_credit_code': { before: null, after: '[secret]' },
      gift_cards: { before: null, after: [{ code: '[secret]', balance: '5.00' }] },
      'sale.gift_cards.g.id': { before: null, after: 'g' },
      'sale.gift_cards.g.code': { before: null, after: '[secret]' },
      'lists.rows': {
        before: null,
        after: [{ line: 1, gift_cards: [{ code: '[secret]', balance: '5.00' }] }],
      },
    });
  });

  it('of a customer are not kept, so that an erasure leaves nothing behind', async () => {
    const body = { name: 'Erna Erasable', email: 'erna@example.com', phone: '+12125550944' };
    const id = await audit.made('/customers/', body);
    const changed = await audit.send('PATCH', `/customers/${id}/`, { name: 'Erna Otherwise' });
    expect(changed.status).toBe(200);
    expect((await audit.send('POST', `/customers/${id}/erase/`)).status).toBe(200);
    const log = await audit.log(`record=customers/${id}`);
    expect(log.map(({ action }) => action)).toEqual(['erase', 'update', 'create']);
    expect(log[1]?.changes.name).toEqual({ before: '[personal]', after: '[personal]' });
    for (const text of ['Erna', 'Erasable', 'erna@example.com', '5550944']) {
      expect(await texts()).not.toContain(text);
    }
    const views = await audit.rows('select 1 from customer_views where customer_id = $1', [id]);
    expect(views).toHaveLength(0);
  });
});

describe('logins', () => {
  const logIn = (body: object, path = '/auth/login/') => shop.call('POST', path, { body });

  it('are written, also those that fail', async () => {
    expect((await logIn({ username: 'admin', password: 'admin-demo' })).status).toBe(200);
    expect((await logIn({ username: 'admin', password: 'typed-wrong' })).status).toBe(401);
    const admin = await userId('admin');
    const [failed, done] = await audit.log(`actor=${admin}&record=login/`);
    expect(failed).toMatchObject({ action: 'login_failed', address: '127.0.0.1', changes: {} });
    expect(done).toMatchObject({ action: 'login', actor: { id: admin, kind: 'staff' } });
  });

  it('at a till name the store; a wrong name is not kept', async () => {
    const at = { store_id: 'DOWNTOWN', terminal_id: 'T-001' };
    const path = '/pos/auth/terminal-login/';
    expect((await logIn({ ...at, employee_id: 'EMP001', pin_code: '1234' }, path)).status).toBe(
      200,
    );
    expect((await logIn({ ...at, employee_id: 'EMP001', pin_code: '9999' }, path)).status).toBe(
      401,
    );
    expect((await logIn({ ...at, employee_id: 'hunter2!', pin_code: '1' }, path)).status).toBe(401);
    const [unknown, wrong, right] = await audit.log('record=login/&store=DOWNTOWN');
    expect(unknown).toMatchObject({ action: 'login_failed', actor: { id: null, kind: 'unknown' } });
    expect(wrong).toMatchObject({ action: 'login_failed', actor: { kind: 'staff' } });
    expect(right).toMatchObject({ action: 'login', terminal_id: 'T-001', store_id: DOWNTOWN_ID });
    expect(wrong?.actor.id).toBe(right?.actor.id);
    expect(JSON.stringify([unknown, wrong, right])).not.toContain('hunter2');
  });

  it('of a customer are kept without the address', async () => {
    const body = { username: 'shopper@example.com', password: 'shopper-demo' };
    expect((await logIn(body)).status).toBe(200);
    const [login] = await audit.log('record=login/');
    expect(login).toMatchObject({
      action: 'login',
      actor: { kind: 'customer', name: null },
      address: null,
      user_agent: null,
    });
  });
});

describe('who may read it', () => {
  it('a manager of one store sees that store and their own calls only', async () => {
    const token = await audit.airportManager();
    const zone = (store: string) => ({ store, code: `Z-${store.at(-1)}`, name: 'Zone' });
    await audit.made('/zones/', zone(AIRPORT_ID));
    await audit.made('/zones/', zone(DOWNTOWN_ID));
    const seen = await audit.log('limit=200', token);
    const self = await userId('airport.manager');
    const isOwn = ({ store_id, actor }: Entry) => store_id === AIRPORT_ID || actor.id === self;
    expect(seen.filter(({ record_type }) => record_type === 'zones')).toHaveLength(1);
    expect(seen.filter(entry => !isOwn(entry))).toEqual([]);
    const asked = await audit.send('GET', '/audit-log/?store=DOWNTOWN', undefined, { token });
    expect(asked.status).toBe(400);
    const verify = await audit.send('GET', '/audit-log/verify/', undefined, { token });
    expect([verify.status, verify.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const till = await shop.call('GET', '/audit-log/', { token: await shop.tillToken('EMP002') });
    expect(till.status).toBe(403);
  });

  it('pages and filters', async () => {
    const first = await audit.send('GET', '/audit-log/?limit=2');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await audit.send('GET', next);
    const all = await audit.log('limit=4');
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(await audit.log('to=2020-01-01')).toEqual([]);
    expect(await audit.log('from=2020-01-01&limit=1')).toHaveLength(1);
    const wrong = await audit.send('GET', '/audit-log/?from=2030-01-02&to=2030-01-01');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['to']]);
    expect((await audit.send('GET', '/audit-log/?actor=nobody')).status).toBe(400);
  });
});

describe('the chain', () => {
  it('of 20 callers at once and two rounds at once is one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, at) => audit.made('/price-lists/', newList(`C-${at}`))),
    );
    const { db, config } = shop.platform;
    await Promise.all([
      ...ids.map(id => audit.send('PATCH', `/price-lists/${id}/`, { name: `${id} renamed` })),
      chainEntries(db, config),
      chainEntries(db, config),
    ]);
    const verified = await audit.verify();
    expect(verified).toMatchObject({ holds: true, waiting: 0, first_broken: null });
    expect(verified.entries).toBe(await entries());
    const log = (await audit.log('limit=200')).toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
    for (const [at, entry] of log.slice(1).entries()) {
      expect(entry.previous_hash).toBe(log[at]?.hash);
    }
    expect(log.at(-1)?.hash).toBe(verified.last_hash);
  });

  it('can be computed from the answers of the API', async () => {
    const [entry] = await audit.log('limit=1');
    const { seq, hash, previous_hash, actor, ...rest } = entry as Entry;
    const json = canonical({ ...rest, actor_id: actor.id, actor_kind: actor.kind });
    expect(createHash('sha256').update(`${previous_hash}\n${json}`).digest('hex')).toBe(hash);
  });

  it('keeps two changes of one record in the order of their values', async () => {
    const { price } = await audit.price('RACE', '1.00');
    const amounts = ['2.00', '3.00', '4.00', '5.00'];
    await Promise.all(amounts.map(amount => audit.send('PATCH', `/prices/${price}/`, { amount })));
    const log = (await audit.log(`record=prices/${price}&action=update`)).toReversed();
    expect(log).toHaveLength(amounts.length);
    let current: unknown = '1.00';
    for (const { changes } of log.toSorted(byBefore(log))) {
      expect(changes.amount?.before).toBe(current);
      current = changes.amount?.after;
    }
  });

  it('cannot be changed by ordinary statements', async () => {
    for (const sql of [
      `update audit_entries set action = 'nothing'`,
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(audit.rows(sql)).rejects.toThrow('cannot be changed or removed');
    }
  });

  it('shows the first entry that was altered, removed or added', async () => {
    await audit.verify();
    const [entry] = await audit.log('limit=1');
    const without = async (sql: string, values: unknown[] = []): Promise<void> => {
      await audit.rows('alter table audit_entries disable trigger user');
      await audit.rows(sql, values);
      await audit.rows('alter table audit_entries enable trigger user');
    };
    const alter = `update audit_entries set changes = $2 where id = $1`;
    await without(alter, [entry?.id, '{"amount":{"before":"1.00","after":"0.01"}}']);
    expect(await audit.verify()).toMatchObject({
      holds: false,
      first_broken: { seq: entry?.seq, id: entry?.id, problem: 'altered' },
    });
    await without(alter, [entry?.id, JSON.stringify(entry?.changes)]);
    expect((await audit.verify()).holds).toBe(true);
    const [last] = await audit.log('limit=1');
    await without('create table kept as select * from audit_entries where id = $1', [last?.id]);
    await without('delete from audit_entries where id = $1', [last?.id]);
    expect((await audit.verify()).first_broken).toMatchObject({ problem: 'missing' });
    await without('insert into audit_entries select * from kept');
    expect((await audit.verify()).holds).toBe(true);
    await audit.rows(`update audit_chain set first_seq = first_seq + 1`);
    expect((await audit.verify()).first_broken).not.toBeNull();
    await audit.rows(`update audit_chain set first_seq = first_seq - 1`);
    expect((await audit.verify()).holds).toBe(true);
  });

  it('is not sealed again after somebody wrote its ends', async () => {
    await audit.verify();
    const { db, config } = shop.platform;
    const ends = async () => (await audit.rows<Ends>('select * from audit_chain'))[0] as Ends;
    const forged = async (sql: string, values: unknown[] = []): Promise<void> => {
      await audit.rows('alter table audit_entries disable trigger user');
      await audit.rows(sql, values);
      await audit.rows('alter table audit_entries enable trigger user');
    };
    const own = await ends();
    const [last] = (await chainedEntries(db, own.last_seq - 1, 1)) as [ChainedEntry];
    const change = `update audit_entries set action = $2, hash = $3 where id = $1`;
    const hash = hashOf(String(last.previousHash), { ...last, action: 'forged' });
    await forged(change, [last.id, 'forged', hash]);
    await audit.rows('update audit_chain set last_hash = $1', [hash]);
    await audit.made('/price-lists/', newList('FORGED'));
    const left = await ends();
    await chain.run(shop.platform, {});
    await retention.run(shop.platform, {});
    expect(await chainEntries(db, config)).toBe(false);
    expect(await ends()).toEqual(left);
    const problem = { seq: own.last_seq, id: null, problem: 'rewritten' };
    expect(await audit.verify()).toMatchObject({ holds: false, first_broken: problem });

    // Without its row the chain is not a new one, as long as it has entries.
    await audit.rows('create table kept_ends as select * from audit_chain');
    await audit.rows('delete from audit_chain');
    expect(await chainEntries(db, config)).toBe(false);
    expect(await audit.rows('select 1 from audit_chain')).toEqual([]);
    expect((await audit.verify()).holds).toBe(false);
    await audit.rows('insert into audit_chain select * from kept_ends');

    await forged(change, [last.id, last.action, last.hash]);
    await audit.rows('update audit_chain set last_hash = $1', [own.last_hash]);
    expect(await audit.verify()).toMatchObject({ holds: true, waiting: 0 });
  });
});

/** Entries of one record follow each other by value, whatever ids their callers drew. */
const byBefore = (log: readonly Entry[]) => {
  const order: unknown[] = ['1.00'];
  while (order.length <= log.length) {
    const next = log.find(({ changes }) => changes.amount?.before === order.at(-1));
    if (next === undefined) break;
    order.push(next.changes.amount?.after);
  }
  const place = ({ changes }: Entry) => order.indexOf(changes.amount?.before);
  return (a: Entry, b: Entry) => place(a) - place(b);
};
