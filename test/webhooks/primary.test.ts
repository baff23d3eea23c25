import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pay } from '../payments/support.js';
import { openShop, type Shop } from '../support/service.js';
import {
  ENV,
  ledger,
  ledgerRow,
  newEventId,
  newIntentId,
  PRIMARY,
  post,
  send,
  stripeHeader,
  succeeded,
} from './support.js';

let shop: Shop;
const now = new Date('2027-03-04T05:06:07.890Z');
beforeAll(async () => {
  shop = await openShop({ env: ENV, background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());

const signed = (body: string, at = now) => ({ 'processor-signature': stripeHeader(body, { at }) });

const paymentRow = (id: string) =>
  shop.platform.db
    .selectFrom('payments')
    .select(['status', 'verification', 'review_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('the receiver of the card processor', () => {
  it('answers a reachability check', async () => {
    const { status, body } = await shop.call('GET', PRIMARY);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      message: expect.any(String),
      endpoint: PRIMARY,
      methods: ['GET', 'POST'],
    });
    expect((await shop.call('PUT', PRIMARY)).status).toBe(405);
  });

  it('refuses a body that is not JSON before it checks the signature', async () => {
    const odd = ['', '{', 'id=1', '{"id":"a\\u0000"}', '['.repeat(65) + ']'.repeat(65)];
    for (const body of odd) {
      for (const headers of [{}, signed(body)]) {
        const reply = await post(shop, PRIMARY, body, headers);
        expect([reply.status, reply.body]).toEqual([400, { error: 'Invalid JSON payload' }]);
      }
    }
    expect(await ledger(shop)).toEqual([]);
  });

  it('refuses an unsigned body before it checks id and type', async () => {
    const body = '{}';
    const wrong = [
      {},
      { 'processor-signature': '' },
      { 'processor-signature': 'nonsense' },
      { 'processor-signature': stripeHeader(body, { at: now, secret: 'another' }) },
      { 'processor-signature': stripeHeader(`${body} `, { at: now }) },
      { 'processor-signature': stripeHeader(body, { at: now, scheme: 'v0' }) },
      signed(body, new Date(now.getTime() - 301_000)),
      signed(body, new Date(now.getTime() + 301_000)),
    ];
    for (const headers of wrong) {
      const reply = await post(shop, PRIMARY, body, headers as Record<string, string>);
      expect([reply.status, reply.body]).toEqual([401, { error: 'Invalid webhook signature' }]);
    }
    expect(await ledger(shop)).toEqual([]);
  });

  it('accepts a signature up to 300 seconds in the past or future', async () => {
    for (const seconds of [-300, 300]) {
      const body = JSON.stringify({ id: newEventId(), type: 'ping' });
      const reply = await post(
        shop,
        PRIMARY,
        body,
        signed(body, new Date(now.getTime() + seconds * 1_000)),
      );
      expect(reply.status).toBe(200);
    }
  });

  it('refuses an event without a usable id and type', async () => {
    const before = await ledger(shop);
    const odd = [
      {},
      [],
      null,
      'text',
      42,
      { id: 'evt_1' },
      { type: 'ping' },
      { id: '', type: 'ping' },
      { id: 'evt_1', type: '' },
      { id: 7, type: 'ping' },
      { id: 'evt_1', type: { a: 1 } },
      { id: 'e'.repeat(256), type: 'ping' },
    ];
    for (const value of odd) {
      const body = JSON.stringify(value);
      const reply = await post(shop, PRIMARY, body, signed(body));
      expect([reply.status, reply.body]).toEqual([400, { error: 'Missing event ID or type' }]);
    }
    expect(await ledger(shop)).toEqual(before);
  });

  it('reads the raw bytes regardless of the content type', async () => {
    const types = ['text/plain', 'application/octet-stream', 'application/json; charset=x'];
    for (const type of [...types, undefined]) {
      const body = JSON.stringify({ id: newEventId(), type: 'ping' });
      const headers = { ...signed(body), ...(type !== undefined && { 'content-type': type }) };
      const reply = await shop.call('POST', PRIMARY, { body, headers });
      expect([type, reply.status]).toEqual([type, 200]);
    }
  });

  it('refuses more than half a mebibyte', async () => {
    const body = JSON.stringify({ id: newEventId(), type: 'ping', filling: 'x'.repeat(1_048_576) });
    const reply = await post(shop, PRIMARY, body, signed(body));
    expect([reply.status, reply.body.code]).toEqual([413, 'TOO_LARGE']);
  });

  it('accepts an id of 255 characters, and a path without the trailing slash', async () => {
    const body = JSON.stringify({ id: `evt_${'x'.repeat(251)}`, type: 'ping' });
    const reply = await post(shop, PRIMARY.slice(0, -1), body, signed(body));
    expect([reply.status, reply.body.status]).toEqual([200, 'success']);
  });

  it('accepts a type of any length', async () => {
    const type = `ping.${'x'.repeat(1_000)}`;
    const body = JSON.stringify({ id: newEventId(), type });
    const reply = await post(shop, PRIMARY, body, signed(body));
    expect([reply.status, reply.body.status, reply.body.event_type]).toEqual([
      200,
      'success',
      type,
    ]);
  });

  it('acknowledges an event of another type without any effect', async () => {
    const event = { id: newEventId(), type: 'charge.refunded', data: { object: { id: 'ch_1' } } };
    const reply = await send(shop, event);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 'success',
      message: expect.any(String),
      event_id: event.id,
      event_type: 'charge.refunded',
      result: { handled: false, reason: 'event_type_not_supported' },
    });
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      processor: 'primary',
      event_type: 'charge.refunded',
      status: 'processed',
      processed_at: now,
      error_message: null,
      payment_id: null,
      raw_payload: event,
    });
  });

  it('stores no card number of an event', async () => {
    const event = { id: newEventId(), type: 'ping', data: { card_number: '4242424242424242' } };
    await send(shop, event);
    const row = await ledgerRow(shop, event.id);
    expect(JSON.stringify(row?.raw_payload)).not.toContain('4242424242');
  });

  it('answers 401 while no secret is configured', async () => {
    const bare = await openShop({ background: false, clock: { now: () => now } });
    const body = JSON.stringify({ id: newEventId(), type: 'ping' });
    for (const secret of ['', 'undefined', 'whsec_x']) {
      const at = String(Math.floor(now.getTime() / 1_000));
      const header =
        secret === '' ? `t=${at},v1=${'0'.repeat(64)}` : stripeHeader(body, { at: now, secret });
      const reply = await post(bare, PRIMARY, body, { 'processor-signature': header });
      expect([reply.status, reply.body]).toEqual([401, { error: 'Invalid webhook signature' }]);
    }
    await bare.close();
  });
});

describe('payment_intent.succeeded', () => {
  it('confirms a payment of the same amount', async () => {
    const intent = newIntentId();
    const payment = await pay(shop, { totalMinor: 1_250, processorTransactionId: intent });
    const event = succeeded({ id: intent, amount_received: 1_250, currency: 'usd' });
    const reply = await send(shop, event);
    expect(reply.body).toEqual({
      status: 'success',
      message: expect.any(String),
      event_id: event.id,
      event_type: 'payment_intent.succeeded',
      result: {
        success: true,
        payment_id: payment.id,
        validation: 'confirmed',
        amount_match: true,
      },
    });
    expect(await paymentRow(payment.id)).toEqual({
      status: 'succeeded',
      verification: 'confirmed',
      review_reason: null,
    });
    expect(await ledgerRow(shop, event.id)).toMatchObject({
      status: 'processed',
      payment_id: payment.id,
    });
  });

  it.each([
    [
      'another amount',
      { amount_received: 1_249, currency: 'usd' },
      'The processor reports 12.49 USD, but 12.50 USD is booked.',
    ],
    [
      'another currency',
      { amount_received: 1_250, currency: 'eur' },
      'The processor reports EUR, but 12.50 USD is booked.',
    ],
    ['no amount', { currency: 'usd' }, 'The processor reports no amount, but 12.50 USD is booked.'],
    [
      'a fraction of a cent',
      { amount_received: 1_250.5 },
      'The processor reports no amount, but 12.50 USD is booked.',
    ],
    [
      'an amount as text',
      { amount_received: '1250' },
      'The processor reports no amount, but 12.50 USD is booked.',
    ],
    [
      'a negative amount',
      { amount_received: -1_250 },
      'The processor reports no amount, but 12.50 USD is booked.',
    ],
    [
      'a null amount',
      { amount_received: null },
      'The processor reports no amount, but 12.50 USD is booked.',
    ],
  ])('flags %s for review and does not fail', async (_, said, reason) => {
    const intent = newIntentId();
    const payment = await pay(shop, { totalMinor: 1_250, processorTransactionId: intent });
    const reply = await send(shop, succeeded({ id: intent, ...said }));
    expect(reply.status).toBe(200);
    expect(reply.body.result).toEqual({
      success: true,
      payment_id: payment.id,
      validation: 'confirmed',
      amount_match: false,
    });
    expect(await paymentRow(payment.id)).toEqual({
      status: 'succeeded',
      verification: 'mismatch',
      review_reason: reason,
    });
  });

  it('converts the minor units of the currency', async () => {
    const cases = [
      { currency: 'JPY', totalMinor: 125_000, amount_received: 1_250, fits: true },
      { currency: 'JPY', totalMinor: 125_000, amount_received: 125_000, fits: false },
      { currency: 'KWD', totalMinor: 125, amount_received: 1_250, fits: true },
      { currency: 'KWD', totalMinor: 125, amount_received: 1_255, fits: false },
    ];
    for (const { currency, totalMinor, amount_received, fits } of cases) {
      const intent = newIntentId();
      const payment = await pay(shop, { totalMinor, processorTransactionId: intent });
      await shop.platform.db
        .updateTable('payments')
        .set({ currency })
        .where('id', '=', payment.id)
        .execute();
      const reply = await send(shop, succeeded({ id: intent, amount_received, currency }));
      expect([currency, amount_received, reply.body.result.amount_match]).toEqual([
        currency,
        amount_received,
        fits,
      ]);
    }
  });

  it('fails without the id of its intent, and records the reason', async () => {
    for (const object of [{}, { id: '' }, { id: 7, amount_received: 1 }, { id: 'p'.repeat(256) }]) {
      const event = succeeded(object);
      const reply = await send(shop, event);
      expect(reply.status).toBe(500);
      expect(reply.body).toEqual({
        status: 'error',
        message: 'Failed to process webhook',
        event_id: event.id,
        error: 'The event does not name the payment it is about.',
      });
      expect(await ledgerRow(shop, event.id)).toMatchObject({
        status: 'failed',
        error_message: 'The event does not name the payment it is about.',
        processed_at: null,
        retry_at: null,
      });
    }
    const bare = { id: newEventId(), type: 'payment_intent.succeeded' };
    expect((await send(shop, bare)).status).toBe(500);
  });

  it('does not touch a payment of another processor with the same id', async () => {
    const intent = newIntentId();
    const payment = await pay(shop, { method: 'card_square', processorTransactionId: intent });
    const reply = await send(shop, succeeded({ id: intent, amount_received: 10_000 }));
    expect(reply.body.result.reason).toBe('payment_pending_creation');
    expect((await paymentRow(payment.id)).verification).toBe('not_needed');
  });
});
