import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Counter, MINUTE_MS, openCounter, UUID, userId } from './support.js';

let counter: Counter;
let casey: string;
beforeAll(async () => {
  counter = await openCounter();
  casey = await userId(counter.shop, 'EMP001');
});
afterAll(() => counter.close());

const good = { request_type: 'discount', amount: '25.00', reason: 'Scratched', details: {} };
const later = (ms: number) => new Date(counter.clock.now().getTime() + ms).toISOString();

describe('a request at a till', () => {
  it('is stored for the store, till and person of the login, and is open for five minutes', async () => {
    const details = { sku: 'MUG-WHITE', lines: [{ quantity: 2 }], percent: 12.5, note: null };
    const reply = await counter.ask({ ...good, amount: 25.5, details, decided_by: 'me' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      success: true,
      request_id: expect.stringMatching(UUID),
      expires_at: later(5 * MINUTE_MS),
    });
    expect(await counter.row(reply.body.request_id)).toEqual({
      id: reply.body.request_id,
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      requested_by: casey,
      request_type: 'discount',
      amount: '25.50',
      reason: 'Scratched',
      details,
      status: 'pending',
      decided_by: null,
      decided_at: null,
      decision_note: '',
      created_at: counter.clock.now(),
      expires_at: new Date(later(5 * MINUTE_MS)),
      consumed_at: null,
      consumed_for: null,
      sale_id: null,
      sale_number: null,
      kept_for: null,
    });
  });

  it('stores no card number in any field', async () => {
    const card = '4111111111111111';
    const id = await counter.asked({ details: { token: card, paid: card } });
    expect((await counter.row(id)).details).toEqual({ token: '****1111', paid: '****1111' });
    await expect(counter.asked({ details: { card_id: card } })).rejects.toThrow();
  });

  it('is published to the store without reason and details', async () => {
    const id = await counter.asked({ amount: '7', details: { secret: 'x' } });
    expect(await counter.events(id)).toEqual([
      {
        event: 'approval.requested',
        stream_id: DOWNTOWN_ID,
        store_id: DOWNTOWN_ID,
        terminal_id: 'T-001',
        data: {
          request_id: id,
          status: 'pending',
          request_type: 'discount',
          amount: '7.00',
          requested_by: casey,
          decided_by: null,
          expires_at: later(5 * MINUTE_MS),
        },
      },
    ]);
  });

  it('reads as pending', async () => {
    const id = await counter.asked({ amount: '12.5' });
    const reply = await counter.status(id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      request_id: id,
      status: 'pending',
      approved_by: null,
      approved_by_name: null,
      approved_at: null,
      usable_until: null,
      denied_by: null,
      denied_by_name: null,
      denied_at: null,
      decision_note: '',
      request_type: 'discount',
      amount: '12.50',
      expires_at: later(5 * MINUTE_MS),
    });
  });

  it('may name its own store only', async () => {
    expect((await counter.ask({ ...good, store_id: 'DOWNTOWN' })).status).toBe(201);
    const before = await counter.rows();
    for (const store_id of ['AIRPORT', AIRPORT_ID, 'NOWHERE']) {
      const reply = await counter.ask({ ...good, store_id });
      expect([reply.status, reply.body.code]).toEqual([403, 'STORE_MISMATCH']);
    }
    expect(await counter.rows()).toBe(before);
  });

  it('accepts details up to 16 KiB', async () => {
    const details = { note: 'x'.repeat(16_384 - '{"note":""}'.length) };
    expect((await counter.ask({ ...good, details })).status).toBe(201);
    const before = await counter.rows();
    const reply = await counter.ask({ ...good, details: { note: `${details.note}x` } });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      success: false,
      error: 'details: Must be at most 16 KiB of JSON.',
      code: 'INVALID',
      details: { details: ['Must be at most 16 KiB of JSON.'] },
    });
    expect(await counter.rows()).toBe(before);
  });

  it.each([
    ['no type', { request_type: undefined }, 'request_type'],
    ['an empty type', { request_type: '' }, 'request_type'],
    ['a blank type', { request_type: '  ' }, 'request_type'],
    ['a type of 51 characters', { request_type: 'x'.repeat(51) }, 'request_type'],
    ['no amount', { amount: undefined }, 'amount'],
    ['a negative amount', { amount: '-1.00' }, 'amount'],
    ['a third decimal', { amount: '1.005' }, 'amount'],
    ['text in place of an amount', { amount: 'much' }, 'amount'],
    ['no reason', { reason: undefined }, 'reason'],
    ['a blank reason', { reason: ' ' }, 'reason'],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason'],
    ['details that are a list', { details: [] }, 'details'],
    ['details that are text', { details: 'x' }, 'details'],
  ])('is refused with %s', async (_, change, field) => {
    const before = await counter.rows();
    const { status, body } = await counter.ask({ ...good, ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'INVALID' });
    expect(Object.keys(body.details)).toEqual([field]);
    expect(await counter.rows()).toBe(before);
  });

  it('needs a staff login', async () => {
    const { shop } = counter;
    const anonymous = await shop.call('POST', '/pos/approvals/request/', { body: good });
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'NOT_AUTHENTICATED']);
    const token = await shop.officeToken('shopper@example.com');
    const shopper = await shop.call('POST', '/pos/approvals/request/', { token, body: good });
    expect(shopper.status).toBe(403);
  });
});

describe('a request from the back office', () => {
  const askAt = async (store_id?: string) => {
    const token = await counter.shop.officeToken('manager');
    return counter.shop.call('POST', '/pos/approvals/request/', {
      token,
      body: { ...good, store_id },
    });
  };

  it('names its store and has no till', async () => {
    const reply = await askAt('AIRPORT');
    expect(reply.status).toBe(201);
    const row = await counter.row(reply.body.request_id);
    expect([row.store_id, row.terminal_id]).toEqual([AIRPORT_ID, null]);
  });

  it.each([undefined, 'NOWHERE'])('is refused for the store %s', async store => {
    const before = await counter.rows();
    const reply = await askAt(store);
    expect([reply.status, Object.keys(reply.body.details)]).toEqual([400, ['store_id']]);
    expect(await counter.rows()).toBe(before);
  });
});

describe('the list of requests', () => {
  it('shows a supervisor all requests of the store, newest first', async () => {
    const own = await counter.asked({ employee: 'EMP002', amount: '1.00' });
    const id = await counter.asked({ amount: '2.00', details: { sku: 'MUG-WHITE' } });
    const { status, body } = await counter.list('?limit=2', 'EMP002');
    expect(status).toBe(200);
    expect(body.map((item: { request_id: string }) => item.request_id)).toEqual([id, own]);
    expect(body[0]).toEqual({
      ...(await counter.status(id)).body,
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      requested_by: casey,
      requested_by_name: 'Casey Nguyen',
      reason: 'Scratched',
      details: { sku: 'MUG-WHITE' },
      created_at: counter.clock.now().toISOString(),
      consumed_at: null,
      consumed_for: null,
    });
  });

  it('shows a cashier their own only, and no till another store', async () => {
    await counter.asked({ employee: 'EMP002' });
    const away = await counter.asked({ employee: 'EMP005' });
    const requestersOf = async (employee: string) => {
      const { body } = await counter.list('?limit=200', employee);
      return new Set(body.map((item: { requested_by_name: string }) => item.requested_by_name));
    };
    expect(await requestersOf('EMP001')).toEqual(new Set(['Casey Nguyen']));
    expect((await counter.list('', 'EMP005')).body).toMatchObject([{ request_id: away }]);
    const stores = (await counter.list('?limit=200', 'EMP003')).body;
    expect(new Set(stores.map((item: { store_id: string }) => item.store_id))).toEqual(
      new Set([DOWNTOWN_ID]),
    );
  });

  it('shows a manager in the back office every store', async () => {
    const away = await counter.asked({ employee: 'EMP005' });
    const token = await counter.shop.officeToken('manager');
    const { body } = await counter.shop.call('GET', '/pos/approvals/?limit=1', { token });
    expect(body).toMatchObject([{ request_id: away, store_id: AIRPORT_ID }]);
  });

  it('filters by status and pages with a cursor', async () => {
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.unshift(await counter.asked());
    for (const id of ids) await counter.move('EMP002', id, 'deny');
    await counter.asked();
    const first = await counter.list('?status=denied&limit=2', 'EMP002');
    const link = String(first.headers.link);
    expect(link).toMatch(/^<\/pos\/approvals\/\?status=denied&limit=2&cursor=[\w-]+>; rel="next"$/);
    const second = await counter.list(link.slice(link.indexOf('?'), link.indexOf('>')), 'EMP002');
    const found = [...first.body, ...second.body].map(item => item.request_id);
    expect(found).toEqual(ids);
    expect(second.headers.link).toBeUndefined();
  });

  it.each(['?status=open', '?state=pending', '?limit=0', '?limit=201', '?cursor=x'])(
    'refuses %s',
    async query => {
      expect((await counter.list(query)).status).toBe(400);
    },
  );
});

describe('the status of a request', () => {
  it('answers 404 for another store and for an unknown or invalid id', async () => {
    const id = await counter.asked();
    const unknown = '00000000-0000-4000-8000-00000000dead';
    for (const reply of [
      await counter.status(id, 'EMP005'),
      await counter.status(unknown),
      await counter.status('not-an-id'),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.body).toEqual({
        success: false,
        error: 'Approval request not found.',
        code: 'NOT_FOUND',
      });
    }
  });

  it('is visible in the back office of the store', async () => {
    const id = await counter.asked();
    const token = await counter.shop.officeToken('manager');
    const reply = await counter.shop.call('GET', `/pos/approvals/status/${id}/`, { token });
    expect([reply.status, reply.body.status]).toEqual([200, 'pending']);
  });
});
