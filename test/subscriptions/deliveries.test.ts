import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliver } from '../../src/domains/subscriptions/deliver.js';
import { isSigned } from '../../src/platform/webhooks/verify.js';
import { rowsOf } from '../content/rows.js';
import { openShop, type Shop } from '../support/service.js';
import { nearby, type Receiver, startReceiver } from './receiver.js';

const PATH = '/webhook-endpoints/';

let shop: Shop;
let receiver: Receiver;
let token: string;
beforeAll(async () => {
  receiver = await startReceiver();
  shop = await openShop();
  token = await shop.officeToken();
});
afterEach(async () => {
  receiver.answer({ status: 200, body: 'ok' });
  receiver.received.length = 0;
  await rowsOf(shop, 'delete from webhook_endpoints');
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

async function register(events: string[], url = receiver.url) {
  const { body } = await shop.call('POST', PATH, { token, body: { url, events } });
  return body as { id: string; secret: string };
}

const deliveriesOf = (id: string) =>
  rowsOf(shop, 'select * from webhook_deliveries where endpoint_id = $1 order by id', [id]);

/** What a job would do; jobs themselves cannot reach this machine. */
async function attempt(id: string): Promise<void> {
  await rowsOf(
    shop,
    `update webhook_deliveries set next_attempt_at = now() - interval '1 second', lease_until = null
     where id = $1 and status = 'pending'`,
    [id],
  );
  await deliver(shop.platform, id, nearby);
}

/** Waits until the facts were turned into deliveries and the jobs have had their first try. */
async function arrived(endpointId: string, number: number) {
  await expect
    .poll(
      async () => {
        await shop.settleEvents();
        return (await deliveriesOf(endpointId)).filter(row => row.attempts > 0).length;
      },
      { timeout: 15_000 },
    )
    .toBe(number);
  return deliveriesOf(endpointId);
}

const saveBrand = (name: string) => shop.call('POST', '/brands/', { token, body: { name } });

describe('an event', () => {
  it('is posted with a signature that the receiver can check', async () => {
    const endpoint = await register(['brand.*']);
    const { body: brand } = await saveBrand('Signed');
    const [delivery] = await arrived(endpoint.id, 1);
    await attempt(delivery?.id);
    expect(receiver.received).toHaveLength(1);
    const [call] = receiver.received;
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'tillhouse-event': 'brand.saved',
      'tillhouse-delivery': delivery?.id,
    });
    expect(
      isSigned({
        secret: endpoint.secret,
        header: String(call?.headers['tillhouse-signature']),
        body: Buffer.from(call?.body ?? ''),
        now: new Date(),
      }),
    ).toBe(true);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      id: delivery?.event_id,
      event: 'brand.saved',
      occurred_at: expect.any(String),
      store_id: null,
      subject_id: brand.id,
      data: { id: brand.id, sanity_id: null },
    });
    const shown = await shop.call('GET', `${PATH}${endpoint.id}/deliveries/`, { token });
    expect(shown.body).toEqual([
      {
        id: delivery?.id,
        event_id: delivery?.event_id,
        event: 'brand.saved',
        status: 'succeeded',
        attempts: 2,
        response_status: 200,
        response_body: 'ok',
        error: null,
        duration_ms: expect.any(Number),
        created_at: expect.any(String),
        next_attempt_at: null,
        finished_at: expect.any(String),
      },
    ]);
  });

  it('reaches an endpoint once, however often its job runs', async () => {
    const endpoint = await register(['brand.saved']);
    await saveBrand('Once');
    await arrived(endpoint.id, 1);
    const { subscribers } = await import('../../src/domains/subscriptions/subscribers.js');
    const { eventsAfter, CHAIN_STREAM } = await import('../../src/platform/events/repository.js');
    const events = await eventsAfter(shop.platform.db, CHAIN_STREAM, 0, 10_000);
    const last = events.filter(event => event.event === 'brand.saved').slice(-1);
    await Promise.all([1, 2, 3].map(() => subscribers[0]?.handle(shop.platform, last)));
    expect(await deliveriesOf(endpoint.id)).toHaveLength(1);
    const [delivery] = await deliveriesOf(endpoint.id);
    await rowsOf(shop, `update webhook_deliveries set next_attempt_at = now(), lease_until = null`);
    await Promise.all([1, 2, 3].map(() => deliver(shop.platform, delivery?.id, nearby)));
    expect(receiver.received).toHaveLength(1);
  });

  it('goes only to those who asked for it and are switched on', async () => {
    const [all, sales, off] = [
      await register(['*']),
      await register(['transaction.*']),
      await register(['*']),
    ];
    await shop.call('PATCH', `${PATH}${off.id}/`, { token, body: { is_active: false } });
    await saveBrand('For some');
    await arrived(all.id, 1);
    expect(await deliveriesOf(sales.id)).toEqual([]);
    expect(await deliveriesOf(off.id)).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  it.each([
    [500, 'answered 500'],
    [404, 'answered 404'],
    [302, 'answered 302; redirects are not followed'],
  ])('with %d is tried again later', async (status, error) => {
    const endpoint = await register(['brand.saved']);
    await saveBrand(`Fails ${status}`);
    const [delivery] = await arrived(endpoint.id, 1);
    receiver.answer({
      status,
      headers: { location: 'http://169.254.169.254/' },
      body: 'x'.repeat(10_000),
    });
    await attempt(delivery?.id);
    const [row] = await deliveriesOf(endpoint.id);
    expect(row).toMatchObject({ status: 'pending', attempts: 2, response_status: status, error });
    expect(row?.response_body.length).toBeLessThanOrEqual(2_048);
    expect(row?.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 40_000);
    expect(receiver.received).toHaveLength(1);
    receiver.answer({ status: 204 });
    await attempt(delivery?.id);
    expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
      status: 'succeeded',
      attempts: 3,
    });
  });

  it('is given up after eight attempts and can be sent again by hand', async () => {
    const endpoint = await register(['brand.saved']);
    await saveBrand('Eight');
    const [delivery] = await arrived(endpoint.id, 1);
    receiver.answer({ status: 503 });
    for (let n = 2; n <= 8; n += 1) await attempt(delivery?.id);
    expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
      status: 'failed',
      attempts: 8,
      next_attempt_at: null,
    });
    receiver.answer({ status: 200 });
    const path = `${PATH}${endpoint.id}/deliveries/${delivery?.id}/redeliver/`;
    const again = await shop.call('POST', path, { token });
    expect([again.status, again.body.status, again.body.attempts]).toEqual([202, 'pending', 0]);
    const twice = await shop.call('POST', path, { token });
    expect([twice.status, twice.body.code]).toEqual([409, 'INVALID_STATE']);
    await arrived(endpoint.id, 1);
    await attempt(delivery?.id);
    expect((await deliveriesOf(endpoint.id))[0]?.status).toBe('succeeded');
  });

  it('twenty times in a row switches the endpoint off, and a success starts the count anew', async () => {
    const endpoint = await register(['brand.saved']);
    await saveBrand('Twenty');
    const [delivery] = await arrived(endpoint.id, 1);
    receiver.answer({ status: 500 });
    await rowsOf(shop, 'update webhook_endpoints set failures_in_row = 18');
    await attempt(delivery?.id);
    expect((await shop.call('GET', `${PATH}${endpoint.id}/`, { token })).body).toMatchObject({
      is_active: true,
      failures_in_row: 19,
    });
    await attempt(delivery?.id);
    expect((await shop.call('GET', `${PATH}${endpoint.id}/`, { token })).body).toMatchObject({
      is_active: false,
      failures_in_row: 20,
      disabled_reason: 'answered 500',
      disabled_at: expect.any(String),
    });
    expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
      status: 'failed',
      error: 'the endpoint was disabled',
    });
    const test = await shop.call('POST', `${PATH}${endpoint.id}/test/`, { token });
    expect([test.status, test.body.code]).toEqual([409, 'INVALID_STATE']);
    const { body } = await shop.call('PATCH', `${PATH}${endpoint.id}/`, {
      token,
      body: { is_active: true },
    });
    expect(body).toMatchObject({ is_active: true, failures_in_row: 0, disabled_at: null });
  });

  it('because the receiver is gone for good switches it off at once', async () => {
    const endpoint = await register(['brand.saved']);
    await saveBrand('Gone');
    const [delivery] = await arrived(endpoint.id, 1);
    receiver.answer({ status: 410 });
    await attempt(delivery?.id);
    expect((await shop.call('GET', `${PATH}${endpoint.id}/`, { token })).body.is_active).toBe(
      false,
    );
  });
});

describe('an address inside our network', () => {
  it.each([
    ['by number', 'http://127.0.0.1:1/', '127.0.0.1 is not a public address'],
    ['by number in brackets', 'http://[::1]:1/', '::1 is not a public address'],
    [
      'by a name that leads inside',
      'http://localhost:1/',
      'localhost leads to an address that is not public',
    ],
  ])('%s is refused when it is called, whatever was saved', async (_, url, error) => {
    const endpoint = await register(['brand.saved']);
    await rowsOf(shop, 'update webhook_endpoints set url = $1', [url]);
    await saveBrand(`Inside ${url}`);
    const [delivery] = await arrived(endpoint.id, 1);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: null,
      error,
    });
  });
});

describe('a test event', () => {
  it('is sent to one endpoint, whatever it listens to', async () => {
    const endpoint = await register(['transaction.completed']);
    const { status, body } = await shop.call('POST', `${PATH}${endpoint.id}/test/`, { token });
    expect([status, body.event]).toEqual([202, 'webhook.test']);
    await arrived(endpoint.id, 1);
    await attempt(body.id);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'webhook.test' });
    const detail = await shop.call('GET', `${PATH}${endpoint.id}/deliveries/${body.id}/`, {
      token,
    });
    expect(detail.body).toMatchObject({ status: 'succeeded', payload: { event: 'webhook.test' } });
  });
});
