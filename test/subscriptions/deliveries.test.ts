import { describe, expect, it } from 'vitest';
import { deliveryQueue } from '../../src/domains/subscriptions/deliver.js';
import { isSigned } from '../../src/platform/webhooks/verify.js';
import { claim } from '../../src/platform/work/queues/repository.js';
import { rowsOf } from '../content/rows.js';
import {
  createDeliveries,
  deliverAt,
  deliveriesOf,
  deliverWhenDue,
  oneDelivery,
  PATH,
  register,
  saveBrand,
} from './support.js';
import { type Opened, withReceiver } from './with-receiver.js';

let { shop, receiver, token } = {} as Opened;
withReceiver(opened => {
  ({ shop, receiver, token } = opened);
});

describe('an event for an endpoint', () => {
  it('is posted with a signature that the receiver can verify', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.*']);
    const delivery = await oneDelivery(shop, endpoint, 'Signed');
    await deliverWhenDue(shop, delivery.id);
    expect(receiver.received).toHaveLength(1);
    const [call] = receiver.received;
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'tillhouse-event': 'brand.saved',
      'tillhouse-delivery': delivery.id,
    });
    const signed = {
      secret: endpoint.secret,
      header: String(call?.headers['tillhouse-signature']),
      body: Buffer.from(call?.body ?? ''),
      now: new Date(),
    };
    expect(isSigned(signed)).toBe(true);
    expect(isSigned({ ...signed, secret: `${endpoint.secret}x` })).toBe(false);
    const { subject_id: brandId } = delivery.payload;
    expect(JSON.parse(call?.body ?? '')).toEqual({
      id: delivery.event_id,
      event: 'brand.saved',
      occurred_at: expect.any(String),
      store_id: null,
      subject_id: brandId,
      data: { id: brandId, sanity_id: null },
    });
    const shown = await shop.call('GET', `${PATH}${endpoint.id}/deliveries/`, { token });
    expect(shown.body).toEqual([
      {
        id: delivery.id,
        event_id: delivery.event_id,
        event: 'brand.saved',
        status: 'succeeded',
        attempts: 1,
        response_status: 200,
        response_body: 'ok',
        error: null,
        duration_ms: expect.any(Number),
        created_at: delivery.created_at.toISOString(),
        next_attempt_at: null,
        finished_at: expect.any(String),
      },
    ]);
  });

  it('is delivered once however often its job runs', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, 'Once');
    await Promise.all([createDeliveries(shop), createDeliveries(shop), createDeliveries(shop)]);
    const known = (await deliveriesOf(shop, endpoint.id)).map(row => row.event_id);
    expect(new Set(known).size).toBe(known.length);
    // It is due in the very millisecond of its creation: both times come from the service's clock.
    const due = delivery.next_attempt_at;
    await Promise.all([1, 2, 3].map(() => deliverAt(shop, delivery.id, due)));
    await deliverAt(shop, delivery.id, due);
    const ids = receiver.received.map(({ headers }) => headers['tillhouse-delivery']);
    expect(ids).toEqual([delivery.id]);
  });

  it('is sent only to enabled endpoints that subscribe to it', async () => {
    const all = await register(shop, receiver.url, ['*']);
    const sales = await register(shop, receiver.url, ['transaction.*']);
    const off = await register(shop, receiver.url, ['*']);
    await shop.call('PATCH', `${PATH}${off.id}/`, { token, body: { is_active: false } });
    await oneDelivery(shop, all, 'For some');
    expect(await deliveriesOf(shop, sales.id)).toEqual([]);
    expect(await deliveriesOf(shop, off.id)).toEqual([]);
  });

  it('is dropped from the queue when its endpoint is switched off', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, 'Too late');
    await shop.call('PATCH', `${PATH}${endpoint.id}/`, { token, body: { is_active: false } });
    await deliverAt(shop, delivery.id, new Date());
    expect(receiver.received).toEqual([]);
    expect((await deliveriesOf(shop, endpoint.id)).slice(-1)).toMatchObject([
      { status: 'failed', attempts: 0, error: 'the endpoint was switched off' },
    ]);
    const path = `${PATH}${endpoint.id}/deliveries/${delivery.id}/redeliver/`;
    const again = await shop.call('POST', path, { token });
    expect([again.status, again.body.details]).toEqual([409, { is_active: false }]);
    const test = await shop.call('POST', `${PATH}${endpoint.id}/test/`, { token });
    expect([test.status, test.body.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('is sent in the order of occurrence', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const names: string[] = [];
    for (let n = 0; n < 12; n += 1) names.push((await saveBrand(shop, `Row ${n}`)).id);
    await createDeliveries(shop);
    const { db, clock } = shop.platform;
    const before = (await deliveriesOf(shop, endpoint.id)).length - names.length;
    const claimed: unknown[] = [];
    for (let n = 0; n < before + names.length; n += 1) {
      // An endpoint receives one request at a time.
      expect((await claim(db, deliveryQueue, clock, [endpoint.id])).rows).toEqual([]);
      const { rows, lane } = await claim(db, deliveryQueue, clock);
      expect(lane).toBe(endpoint.id);
      claimed.push(...rows.map(({ payload }) => payload.subject_id));
    }
    expect(claimed.slice(before)).toEqual(names);
  });
});

describe('a delayed delivery', () => {
  it("is retried when it is due by the service's clock", async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, 'Early');
    const due: Date = delivery.next_attempt_at;
    const early = new Date(due.getTime() - 30_000);
    await deliverAt(shop, delivery.id, early);
    expect(receiver.received).toEqual([]);
    await deliverAt(shop, delivery.id, due);
    expect(receiver.received).toHaveLength(1);
  });

  it('is retried when the lease of a dead worker expires', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, 'Orphan');
    const due: Date = delivery.next_attempt_at;
    const leaseUntil = new Date(due.getTime() + 60_000);
    await rowsOf(shop, 'update webhook_deliveries set lease_until = $1 where id = $2', [
      leaseUntil,
      delivery.id,
    ]);
    await deliverAt(shop, delivery.id, due);
    expect(receiver.received).toEqual([]);
    await deliverAt(shop, delivery.id, new Date(leaseUntil.getTime() + 1));
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the delivery log', () => {
  it('is read page by page', async () => {
    const endpoint = await register(shop, receiver.url, ['transaction.completed']);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const test = await shop.call('POST', `${PATH}${endpoint.id}/test/`, { token });
      ids.unshift(test.body.id);
    }
    const seen: string[] = [];
    let url: string | undefined = `${PATH}${endpoint.id}/deliveries/?limit=2&status=pending`;
    let pages = 0;
    while (url !== undefined) {
      const { body, headers } = await shop.call('GET', url, { token });
      seen.push(...body.map((row: { id: string }) => row.id));
      url = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
      pages += 1;
    }
    expect(seen).toEqual(ids);
    expect(pages).toBe(3);
  });

  it("shows a test event, regardless of the endpoint's patterns", async () => {
    const endpoint = await register(shop, receiver.url, ['transaction.completed']);
    const { status, body } = await shop.call('POST', `${PATH}${endpoint.id}/test/`, { token });
    expect([status, body.event, body.status]).toEqual([202, 'webhook.test', 'pending']);
    await deliverWhenDue(shop, body.id);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'webhook.test' });
    const path = `${PATH}${endpoint.id}/deliveries/${body.id}/`;
    const detail = await shop.call('GET', path, { token });
    expect(detail.body).toMatchObject({ status: 'succeeded', payload: { event: 'webhook.test' } });
  });
});
