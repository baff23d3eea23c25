import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PATHS = ['/pos/cash-drawer/', '/cash-drawer/'];
let at = Date.parse('2026-03-02T10:00:00.000Z');
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => new Date(at) }, background: false });
});
afterAll(() => shop.close());

const send = async (path: string, body: unknown, employee = 'EMP001', key?: string) => {
  at += 1;
  return shop.call('POST', path, {
    token: await shop.tillToken(employee),
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
};
const list = async (path: string, employee = 'EMP001') =>
  shop.call('GET', path, { token: await shop.tillToken(employee) });
const written = () => shop.platform.db.selectFrom('drawer_operations').selectAll().execute();
const nowText = () => new Date(at).toISOString();
/** The till and the back office word the same refusal differently. */
const messageIn = (path: string, body: Record<string, string>) =>
  path.startsWith('/pos/') ? body.error : body.detail;

describe.each(PATHS)('%s', path => {
  it('names both fields to a caller who sends none, and opens nothing', async () => {
    const before = await written();
    const { status, body } = await send(path, {});
    expect(status).toBe(400);
    const missing = ['This field is required.'];
    expect(body.errors ?? body.details).toEqual({ operation: missing, reason: missing });
    expect(await written()).toEqual(before);
  });

  it('opens the drawer of the till and records who and why', async () => {
    const { status, body } = await send(path, { operation: 'open', reason: 'Change for 50' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      drawer_operation: {
        operation_id: expect.stringMatching(UUID),
        reason: 'Change for 50',
        timestamp: nowText(),
      },
    });
    const { operation_id: id } = body.drawer_operation;
    const casey = await shop.platform.db
      .selectFrom('users')
      .select('id')
      .where('employee_number', '=', 'EMP001')
      .executeTakeFirstOrThrow();
    expect((await written()).find(row => row.id === id)).toEqual({
      id,
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      operator_id: casey.id,
      operation: 'open',
      reason: 'Change for 50',
      by_paper: false,
      occurred_at: new Date(at),
    });
    await shop.settleEvents();
    const events = await shop.platform.db
      .selectFrom('events')
      .select(['event', 'stream_id', 'terminal_id', 'data'])
      .where('subject_id', '=', id)
      .execute();
    expect(events).toEqual([
      {
        event: 'system.notification',
        stream_id: DOWNTOWN_ID,
        terminal_id: 'T-001',
        data: {
          kind: 'drawer_opened',
          operation_id: id,
          terminal_id: 'T-001',
          reason: 'Change for 50',
          operator_id: casey.id,
        },
      },
    ]);
  });

  it.each(['close', 'count', 'deposit'])('refuses the operation %s', async operation => {
    const before = await written();
    for (const reason of ['End of day', undefined]) {
      const reply = await send(path, { operation, reason });
      expect([reply.status, reply.body.code]).toEqual([501, 'NOT_SUPPORTED']);
      expect(messageIn(path, reply.body)).toBe(
        `A drawer can only be opened here; ${operation} is not supported.`,
      );
    }
    expect(await written()).toEqual(before);
  });

  it.each([
    ['an unknown operation', { operation: 'explode', reason: 'Why not' }, 'operation'],
    ['an operation in capitals', { operation: 'OPEN', reason: 'Why not' }, 'operation'],
    ['no operation', { reason: 'Why not' }, 'operation'],
    ['no reason', { operation: 'open' }, 'reason'],
    ['an empty reason', { operation: 'open', reason: '' }, 'reason'],
    ['a blank reason', { operation: 'open', reason: ' \t' }, 'reason'],
    ['a number as reason', { operation: 'open', reason: 5 }, 'reason'],
    ['a reason of 501 characters', { operation: 'open', reason: 'x'.repeat(501) }, 'reason'],
  ])('refuses %s', async (_, body, field) => {
    const before = await written();
    const reply = await send(path, body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.details ?? reply.body.errors)).toEqual([field]);
    expect(await written()).toEqual(before);
  });

  it('accepts a reason of 500 characters', async () => {
    expect((await send(path, { operation: 'open', reason: 'é'.repeat(500) })).status).toBe(200);
  });

  it('opens for staff at a till only', async () => {
    const before = await written();
    const body = { operation: 'open', reason: 'Curious' };
    const anonymous = await shop.call('POST', path, { body });
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'NOT_AUTHENTICATED']);
    const manager = await shop.call('POST', path, { token: await shop.officeToken(), body });
    expect([manager.status, manager.body.code]).toEqual([403, 'TERMINAL_REQUIRED']);
    const token = await shop.officeToken('shopper@example.com');
    expect((await shop.call('POST', path, { token, body })).status).toBe(403);
    expect((await shop.call('GET', path, { token })).status).toBe(403);
    expect(await written()).toEqual(before);
  });

  it('opens once for one key', async () => {
    const body = { operation: 'open', reason: 'Once' };
    const first = await send(path, body, 'EMP001', `key of ${path}`.replaceAll(' ', '-'));
    const before = await written();
    const again = await send(path, body, 'EMP001', `key of ${path}`.replaceAll(' ', '-'));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await send(
      path,
      { ...body, reason: 'Twice' },
      'EMP001',
      `key of ${path}`.replaceAll(' ', '-'),
    );
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
    expect(await written()).toEqual(before);
    const somebodyElse = await send(path, body, 'EMP002', `key of ${path}`.replaceAll(' ', '-'));
    expect(somebodyElse.body.drawer_operation.operation_id).not.toBe(
      first.body.drawer_operation.operation_id,
    );
    const elsewhere = await shop.call('POST', path, {
      token: await shop.tillToken('EMP001', 'T-009'),
      body,
      headers: { 'idempotency-key': `key of ${path}`.replaceAll(' ', '-') },
    });
    expect(elsewhere.body.drawer_operation.operation_id).not.toBe(
      first.body.drawer_operation.operation_id,
    );
  });

  it('lists the operations of the store, newest first, page by page', async () => {
    const ids = [];
    for (const reason of ['One', 'Two', 'Three']) {
      const { body } = await send(path, { operation: 'open', reason });
      ids.unshift(body.drawer_operation.operation_id);
    }
    const first = await list(`${path}?limit=2`);
    expect(first.status).toBe(200);
    expect(first.body[0]).toEqual({
      operation_id: ids[0],
      operation: 'open',
      reason: 'Three',
      timestamp: nowText(),
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      operator_id: expect.stringMatching(UUID),
      operator_name: 'Casey Nguyen',
    });
    const link = String(first.headers.link);
    const second = await list(link.slice(1, link.indexOf('>')));
    const found = [...first.body, ...second.body.slice(0, 1)].map(row => row.operation_id);
    expect(found).toEqual(ids);
    for (const query of ['?limit=0', '?store=x', '?cursor=x', '?cursor=WyJ4Il0']) {
      expect((await list(`${path}${query}`)).status).toBe(400);
    }
  });

  it('shows each store its own drawers, and the back office of all stores every one', async () => {
    const away = await send(path, { operation: 'open', reason: 'Far away' }, 'EMP005');
    const { operation_id: id } = away.body.drawer_operation;
    const stores = async (reply: Awaited<ReturnType<typeof list>>) =>
      new Set(reply.body.map((row: { store_id: string }) => row.store_id));
    expect(await stores(await list(path))).toEqual(new Set([DOWNTOWN_ID]));
    expect(await stores(await list(path, 'EMP003'))).toEqual(new Set([DOWNTOWN_ID]));
    expect(await stores(await list(path, 'EMP005'))).toEqual(new Set([AIRPORT_ID]));
    const all = await shop.call('GET', `${path}?limit=200`, { token: await shop.officeToken() });
    expect(await stores(all)).toEqual(new Set([AIRPORT_ID, DOWNTOWN_ID]));
    expect(all.body[0].operation_id).toBe(id);
  });
});
