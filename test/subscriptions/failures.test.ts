import { describe, expect, it } from 'vitest';
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

const endpointOf = async (id: string) => (await shop.call('GET', `${PATH}${id}/`, { token })).body;
const last = async (endpointId: string) => (await deliveriesOf(shop, endpointId)).slice(-1)[0];

describe('a delivery that fails', () => {
  it.each([
    [500, 'answered 500'],
    [404, 'answered 404'],
    [302, 'answered 302; redirects are not followed'],
  ])('with %d is retried later', async (status, error) => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, `Fails ${status}`);
    receiver.answer({
      status,
      headers: { location: 'http://169.254.169.254/' },
      body: 'x'.repeat(10_000),
    });
    const at = await deliverWhenDue(shop, delivery.id);
    const row = await last(endpoint.id);
    expect(row).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: status,
      response_body: 'x'.repeat(2_048),
      error,
      lease_until: null,
    });
    const waitMs = row?.next_attempt_at.getTime() - at.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(8_000);
    expect(waitMs).toBeLessThanOrEqual(12_000);
    expect(receiver.received).toHaveLength(1);
    receiver.answer({ status: 204 });
    await deliverWhenDue(shop, delivery.id);
    expect(await last(endpoint.id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await endpointOf(endpoint.id)).toMatchObject({
      failures_in_row: 0,
      failing_since: null,
      paused_until: null,
    });
  });

  it.each([
    ['alone', '12/27 5514358058953266, CVC: 6160', '**/** ****3266, CVC: ****'],
    ['at the end of what is kept', `${'x'.repeat(2_040)} 5514358058953266`, /^x{2040} \*{4}326$/],
  ])('keeps no card number of its answer, %s', async (where, body, kept) => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, `Card ${where}`);
    receiver.answer({ status: 400, body });
    await deliverWhenDue(shop, delivery.id);
    const row = await last(endpoint.id);
    if (typeof kept === 'string') expect(row?.response_body).toBe(kept);
    else expect(row?.response_body).toMatch(kept);
    receiver.answer({ status: 204 });
    await deliverWhenDue(shop, delivery.id);
  });

  it('is given up after eight attempts and can be retried manually', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, 'Eight');
    receiver.answer({ status: 503 });
    for (let n = 1; n <= 8; n += 1) await deliverWhenDue(shop, delivery.id);
    expect(receiver.received).toHaveLength(8);
    expect(await last(endpoint.id)).toMatchObject({
      status: 'failed',
      attempts: 8,
      next_attempt_at: null,
    });
    expect(await endpointOf(endpoint.id)).toMatchObject({ is_active: true, failures_in_row: 8 });
    receiver.answer({ status: 200 });
    const path = `${PATH}${endpoint.id}/deliveries/${delivery.id}/redeliver/`;
    const again = await shop.call('POST', path, { token });
    expect([again.status, again.body.status, again.body.attempts]).toEqual([202, 'pending', 0]);
    const twice = await shop.call('POST', path, { token });
    expect([twice.status, twice.body.code]).toEqual([409, 'INVALID_STATE']);
    await deliverWhenDue(shop, delivery.id);
    expect((await last(endpoint.id))?.status).toBe('succeeded');
    const ids = receiver.received.map(({ headers }) => headers['tillhouse-delivery']);
    expect(new Set(ids)).toEqual(new Set([delivery.id]));
  });

  it("without an answer delays the endpoint's other deliveries without attempting them", async () => {
    const endpoint = await register(shop, 'http://hooks.example.com:1/', ['brand.saved']);
    const first = await oneDelivery(shop, endpoint, 'Nobody there');
    const second = await oneDelivery(shop, endpoint, 'Waits');
    await deliverAt(shop, first.id, first.next_attempt_at);
    const { paused_until: pausedUntil } = await endpointOf(endpoint.id);
    await deliverAt(shop, second.id, second.next_attempt_at);
    const [, waiting] = (await deliveriesOf(shop, endpoint.id)).slice(-2);
    expect(waiting).toMatchObject({ id: second.id, status: 'pending', attempts: 0 });
    await deliverAt(shop, second.id, new Date(pausedUntil));
    expect(await last(endpoint.id)).toMatchObject({ attempts: 1, response_status: null });
  });
});

describe('a failing endpoint', () => {
  it('stays on after 20 failures in an hour, and is switched off with a notification after a day', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const first = await oneDelivery(shop, endpoint, 'Day');
    await saveBrand(shop, 'Waiting');
    await createDeliveries(shop);
    receiver.answer({ status: 500 });
    const at: Date = first.next_attempt_at;
    const failedFor = (ms: number) =>
      rowsOf(shop, 'update webhook_endpoints set failures_in_row = 40, failing_since = $1', [
        new Date(at.getTime() - ms),
      ]);
    await failedFor(86_400_000 - 1);
    await deliverAt(shop, first.id, at);
    expect(await endpointOf(endpoint.id)).toMatchObject({ is_active: true, failures_in_row: 41 });
    await rowsOf(shop, 'update webhook_deliveries set next_attempt_at = $1 where status = $2', [
      at,
      'pending',
    ]);
    await rowsOf(shop, 'update webhook_endpoints set paused_until = null');
    await failedFor(86_400_000);
    await deliverAt(shop, first.id, at);
    expect(await endpointOf(endpoint.id)).toMatchObject({
      is_active: false,
      failures_in_row: 41,
      disabled_reason: 'answered 500',
      disabled_at: at.toISOString(),
    });
    const left = await deliveriesOf(shop, endpoint.id);
    expect(left.filter(row => row.status === 'pending')).toEqual([]);
    await shop.settleEvents();
    const events = await rowsOf(
      shop,
      `select event, store_id, data from events where subject_id = $1
       and event in ('system.notification', 'webhook_endpoint.disabled') order by event`,
      [endpoint.id],
    );
    expect(events[0]).toEqual({
      event: 'system.notification',
      store_id: null,
      data: {
        kind: 'webhook_endpoint_disabled',
        message: `Webhooks to ${new URL(receiver.url).host} were switched off: answered 500.`,
        endpoint_id: endpoint.id,
      },
    });
    expect(events.map(event => event.event)).toEqual([
      // One to each store.
      'system.notification',
      'system.notification',
      'system.notification',
      'system.notification',
      'webhook_endpoint.disabled',
    ]);
    const { body } = await shop.call('PATCH', `${PATH}${endpoint.id}/`, {
      token,
      body: { is_active: true },
    });
    expect(body).toMatchObject({ is_active: true, failures_in_row: 0, disabled_at: null });
  });

  it('that answers 410 is switched off at once', async () => {
    const endpoint = await register(shop, receiver.url, ['brand.saved']);
    const delivery = await oneDelivery(shop, endpoint, 'Gone');
    receiver.answer({ status: 410 });
    await deliverWhenDue(shop, delivery.id);
    expect(await endpointOf(endpoint.id)).toMatchObject({
      is_active: false,
      disabled_reason: 'answered 410',
    });
    expect(await last(endpoint.id)).toMatchObject({ status: 'failed', attempts: 1 });
  });
});
