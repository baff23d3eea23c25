import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerQueue } from '../../src/domains/webhooks/queue.js';
import { statement } from '../../src/platform/database/tx.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { pay } from '../payments/support.js';
import { localManager } from '../promotions/support.js';
import { announce } from '../support/announce.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  ENV,
  hmac,
  leaveClaimed,
  ledger,
  ledgerRow,
  newEventId,
  newIntentId,
  post,
  send,
  succeeded,
} from './support.js';

let shop: Shop;
let now = new Date('2027-03-04T05:06:07.890Z');
const pass = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};

beforeAll(async () => {
  shop = await openShop({ env: ENV, background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());

const manager = async (): Promise<string> => {
  const body = { username: 'manager', password: 'manager-demo' };
  return (await shop.call('POST', '/auth/login/', { body })).body.access;
};

async function paid() {
  const intent = newIntentId();
  const payment = await pay(shop, { totalMinor: 4_200, processorTransactionId: intent });
  return { payment, event: succeeded({ id: intent, amount_received: 4_200, currency: 'usd' }) };
}

const savedEvents = async (paymentId: string): Promise<number> => {
  await shop.settleEvents();
  const rows = await statement(
    shop.platform.db,
    `select 1 from events where event = 'payment.saved' and subject_id = $1`,
    [paymentId],
  );
  return rows.length;
};

describe('a redelivered event', () => {
  it('is acknowledged as a duplicate and not processed twice', async () => {
    const { payment, event } = await paid();
    expect((await send(shop, event)).body.status).toBe('success');
    const before = await ledgerRow(shop, event.id);
    const reply = await send(shop, event);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 'duplicate',
      message: expect.any(String),
      event_id: event.id,
    });
    expect(await ledgerRow(shop, event.id)).toEqual(before);
    expect(await savedEvents(payment.id)).toBe(2);
  });

  it('that arrives 1,000 times concurrently is processed once', async () => {
    const { payment, event } = await paid();
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => send(shop, event)));
    const count = (of: (reply: Reply) => boolean): number => replies.filter(of).length;
    expect(count(reply => reply.status === 200)).toBe(1_000);
    expect(count(reply => reply.body.status === 'success')).toBe(1);
    expect(count(reply => ['duplicate', 'processing'].includes(reply.body.status))).toBe(999);
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      status: 'processed',
      attempts: 1,
      payment_id: payment.id,
    });
    // One event from recording the payment, one from confirming it.
    expect(await savedEvents(payment.id)).toBe(2);
    if (process.env.PROOFS) {
      const seen = (status: string) => count(reply => reply.body.status === status);
      await announce(
        shop.platform.db,
        `one event 1000 times at once: ${seen('success')} success, ${seen('duplicate')} duplicate, ` +
          `${seen('processing')} processing, ${count(reply => reply.status !== 200)} not 200, one effect`,
      );
    }
  });

  it('that reaches two nodes concurrently is processed by one of them', async () => {
    const other = await openShop({
      env: ENV,
      background: false,
      clock: { now: () => now },
      beside: shop,
    });
    for (let round = 0; round < 20; round += 1) {
      const { payment, event } = await paid();
      const nodes = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? shop : other));
      const replies = await Promise.all(nodes.map(node => send(node, event)));
      expect(replies.filter(reply => reply.status !== 200)).toEqual([]);
      expect(replies.filter(reply => reply.body.status === 'success')).toHaveLength(1);
      expect(await savedEvents(payment.id)).toBe(2);
    }
    await other.close();
  });

  it('is answered as in processing while another request holds its lease', async () => {
    const { event } = await paid();
    await send(shop, event);
    await leaveClaimed(shop, event.id);
    await statement(
      shop.platform.db,
      'update webhook_events set lease_until = $2 where event_id = $1',
      [event.id, new Date(now.getTime() + 1_000)],
    );
    const before = await ledgerRow(shop, event.id);
    const reply = await send(shop, event);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 'processing',
      message: expect.any(String),
      event_id: event.id,
    });
    expect(await ledgerRow(shop, event.id)).toEqual(before);
  });

  it('is processed once the lease of a dead holder expires after a minute', async () => {
    const { payment, event } = await paid();
    await send(shop, event);
    await leaveClaimed(shop, event.id);
    expect((await send(shop, event)).body).toMatchObject({
      status: 'success',
      result: { payment_id: payment.id, amount_match: true },
    });
    expect(await ledgerRow(shop, event.id)).toMatchObject({ status: 'processed', attempts: 2 });
  });

  it('is processed again after a failure', async () => {
    const event = succeeded({ amount_received: 1 });
    expect((await send(shop, event)).status).toBe(500);
    expect((await send(shop, event)).status).toBe(500);
    expect(await ledgerRow(shop, event.id)).toMatchObject({ status: 'failed', attempts: 2 });
    const { payment, event: good } = await paid();
    const reply = await send(shop, { ...good, id: event.id });
    expect(reply.body).toMatchObject({ status: 'success', result: { payment_id: payment.id } });
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      status: 'processed',
      error_message: null,
      attempts: 3,
    });
    expect((await send(shop, event)).body.status).toBe('duplicate');
  });

  it('is distinct from an event of another processor with the same id', async () => {
    const id = newEventId();
    const body = JSON.stringify({ id, type: 'account.updated' });
    const signature = hmac(ENV.BANK_WEBHOOK_SECRET, body, 'hex');
    const path = '/payments/webhook/custom_bank/';
    expect((await post(shop, path, body, { 'x-bank-signature': signature })).body.status).toBe(
      'success',
    );
    const { payment, event } = await paid();
    expect((await send(shop, { ...event, id })).body.result.payment_id).toBe(payment.id);
    const rows = (await ledger(shop)).filter(row => row.event_id === id);
    expect(rows.map(row => row.processor).sort()).toEqual(['custom_bank', 'primary']);
  });
});

describe('the queue of webhook events', () => {
  it('processes the events that a dead node had claimed', async () => {
    const { payment, event } = await paid();
    await send(shop, event);
    await leaveClaimed(shop, event.id);
    await drainQueue(shop.platform, ledgerQueue);
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      status: 'processed',
      payment_id: payment.id,
      attempts: 2,
    });
  });

  it('processes a backlog, and skips events under a lease', async () => {
    const events = Array.from({ length: 23 }, () => ({ id: newEventId(), type: 'ping' }));
    for (const event of events) {
      await send(shop, event);
      await leaveClaimed(shop, event.id);
    }
    const [busy] = events;
    await statement(
      shop.platform.db,
      'update webhook_events set lease_until = $2 where event_id = $1',
      [busy?.id, new Date(now.getTime() + 30_000)],
    );
    await drainQueue(shop.platform, ledgerQueue);
    const states = await Promise.all(events.map(event => ledgerRow(shop, event.id)));
    expect(states.map(row => row?.status)).toEqual([
      'pending',
      ...events.slice(1).map(() => 'processed'),
    ]);
    pass(31);
    await drainQueue(shop.platform, ledgerQueue);
    expect((await ledgerRow(shop, busy?.id ?? ''))?.status).toBe('processed');
  });

  it('retries transient failures, and no permanent ones', async () => {
    const hopeless = succeeded({});
    await send(shop, hopeless);
    const { payment, event } = await paid();
    const { db } = shop.platform;
    await statement(
      db,
      `create function out_of_order() returns trigger language plpgsql
       as $$ begin raise exception 'secret table names'; end $$`,
    );
    await statement(
      db,
      'create trigger broken before update on payments for each row execute function out_of_order()',
    );
    const reply = await send(shop, event);
    await statement(db, 'drop trigger broken on payments');
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      status: 'error',
      message: 'Failed to process webhook',
      event_id: event.id,
      error: 'Unexpected error (P0001).',
    });
    await drainQueue(shop.platform, ledgerQueue);
    expect((await ledgerRow(shop, event.id))?.status).toBe('failed');
    pass(60);
    await drainQueue(shop.platform, ledgerQueue);
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      status: 'processed',
      payment_id: payment.id,
    });
    expect(await ledgerRow(shop, hopeless.id)).toMatchObject({ status: 'failed', attempts: 1 });
  });
});

describe('webhook events in the back office', () => {
  it('are listed newest first, by status and processor, page by page', async () => {
    const token = await manager();
    const failed = succeeded({});
    pass(1);
    await send(shop, failed);
    const [newest] = (await shop.call('GET', '/payments/webhook-events/', { token })).body;
    expect(newest).toEqual({
      id: expect.any(String),
      event_id: failed.id,
      event_type: 'payment_intent.succeeded',
      processor: 'primary',
      status: 'failed',
      payment: null,
      result: null,
      error_message: 'The event does not name the payment it is about.',
      attempts: 1,
      raw_payload: failed,
      received_at: now.toISOString(),
      processed_at: null,
    });
    const seen: string[] = [];
    let next: string | undefined =
      '/payments/webhook-events/?status=processed&processor=primary&limit=7';
    while (next !== undefined) {
      const reply: Reply = await shop.call('GET', next, { token });
      expect(reply.status).toBe(200);
      seen.push(...reply.body.map((row: { id: string }) => row.id));
      next = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    const rows = await ledger(shop);
    const wanted = rows.filter(row => row.status === 'processed' && row.processor === 'primary');
    expect(seen).toEqual(wanted.map(row => row.id).reverse());
  });

  it('refuse invalid filters and name the field', async () => {
    const token = await manager();
    for (const query of ['status=done', 'processor=visa', 'colour=red', 'limit=0', 'cursor=x']) {
      const reply = await shop.call('GET', `/payments/webhook-events/?${query}`, { token });
      expect([query, reply.status]).toEqual([query, 400]);
      expect(Object.keys(reply.body.errors)).toEqual([query.split('=')[0]]);
    }
  });

  it('without a payment are visible only to those who see every store', async () => {
    const event = succeeded({});
    pass(1);
    await send(shop, event);
    const local = await localManager(shop);
    const list = await shop.call('GET', '/payments/webhook-events/?limit=200', { token: local });
    const unlinked = list.body.filter((row: { payment: string | null }) => row.payment === null);
    expect([list.status, unlinked]).toEqual([200, []]);
    const before = (await ledger(shop)).at(-1);
    const path = `/payments/webhook-events/${event.id}/retry/`;
    expect((await shop.call('POST', path, { token: local })).status).toBe(404);
    expect((await ledger(shop)).at(-1)).toEqual(before);
  });

  it('are for managers', async () => {
    const cashier = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN', terminal_id: 'T-001' },
    });
    const paths = [
      ['GET', '/payments/webhook-events/'],
      ['POST', '/payments/webhook-events/evt_1/retry/'],
    ] as const;
    for (const [method, path] of paths) {
      expect((await shop.call(method, path)).status).toBe(401);
      expect((await shop.call(method, path, { token: cashier.body.token })).status).toBe(403);
    }
  });

  it('are reprocessed when a manager asks', async () => {
    const token = await manager();
    const { payment, event } = await paid();
    await send(shop, event);
    await statement(
      shop.platform.db,
      `update webhook_events set status = 'failed', processed_at = null, payment_id = null,
         error_message = 'it rained' where event_id = $1`,
      [event.id],
    );
    const path = `/payments/webhook-events/${event.id}/retry/`;
    const reply = await shop.call('POST', path, { token });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { status: 'processed', payment: payment.id, error_message: null, attempts: 2 },
    ]);
    expect((await shop.call('POST', path, { token })).body.status).toBe('processed');
    const unknown = await shop.call('POST', '/payments/webhook-events/evt_x/retry/', { token });
    expect(unknown.status).toBe(404);
  });

  it('are not reprocessed under a lease, nor if the id is ambiguous', async () => {
    const token = await manager();
    const id = newEventId();
    const path = `/payments/webhook-events/${id}/retry/`;
    await send(shop, { id, type: 'ping' });
    await statement(
      shop.platform.db,
      `update webhook_events set status = 'pending', processed_at = null, lease_until = $2
       where event_id = $1`,
      [id, new Date(now.getTime() + 1_000)],
    );
    const busy = await shop.call('POST', path, { token });
    expect([busy.status, busy.body.code]).toEqual([409, 'INVALID_STATE']);
    const body = JSON.stringify({ id, type: 'ping' });
    const signature = hmac(ENV.BANK_WEBHOOK_SECRET, body, 'hex');
    await post(shop, '/payments/webhook/elavon/', body, { 'x-bank-signature': signature });
    const unclear = await shop.call('POST', path, { token });
    expect([unclear.status, Object.keys(unclear.body.errors)]).toEqual([400, ['processor']]);
    const clear = await shop.call('POST', `${path}?processor=elavon`, { token });
    expect([clear.status, clear.body.processor]).toEqual([200, 'custom_bank']);
  });
});
