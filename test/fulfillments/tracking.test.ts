import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUpMail } from '../support/mail-sums.js';
import { type Dispatch, MUG, ok, openDispatch, TEE } from './support.js';

let dispatch: Dispatch;
beforeAll(async () => {
  dispatch = await openDispatch();
});
afterAll(() => dispatch.close());

const toShip = async (email: string): Promise<string> =>
  dispatch.opened(await dispatch.sold([{ ...MUG, quantity: 2 }, TEE]), {
    fulfillment_type: 'ship',
    customer_email: email,
  });

const shipmentOf = async (id: string, index = 0): Promise<string> =>
  (await dispatch.read(id)).shipments[index].id;

const track = async (id: string, shipment: string, body: object, token?: string) =>
  dispatch.shop.call('PATCH', `/fulfillments/${id}/shipments/${shipment}/`, {
    token: token ?? (await dispatch.shop.officeToken()),
    body,
  });

describe('the mail with the tracking number', () => {
  it('follows when the number is entered, once for each number', async () => {
    const email = 'later@example.com';
    const id = await toShip(email);
    ok(await dispatch.move(id, 'ship', { carrier_name: 'Harbor Post' }));
    expect(await dispatch.mailsTo(email)).toEqual([]);
    const shipment = await shipmentOf(id);
    const tracked = ok(await track(id, shipment, { tracking_number: ' HP-1 ' })).body;
    expect(tracked.shipments).toMatchObject([
      { id: shipment, carrier_name: 'Harbor Post', tracking_number: 'HP-1', status: 'shipped' },
    ]);
    ok(await track(id, shipment, { tracking_number: 'HP-1' }));
    ok(await track(id, shipment, { carrier_name: 'Harbor Express' }));
    expect(await dispatch.mailsTo(email)).toHaveLength(1);
    ok(await track(id, shipment, { tracking_number: 'HP-2' }));
    const mails = await dispatch.mailsTo(email);
    expect(mails.map(mail => /^Tracking number: (.*)$/m.exec(mail.body_text)?.[1])).toEqual([
      'HP-1',
      'HP-2',
    ]);
    expect(mails[1]?.body_text).toContain('Carrier: Harbor Express\n');
  });

  it('is queued once by concurrent requests', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `track-${round}@example.com`;
      const id = await toShip(email);
      ok(await dispatch.move(id, 'ship'));
      const shipment = await shipmentOf(id);
      const replies = await Promise.all(
        Array.from({ length: 4 }, () => track(id, shipment, { tracking_number: 'HP-1' })),
      );
      expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200]);
      expect(await dispatch.mailsTo(email)).toHaveLength(1);
    }
  });

  it('lists the goods of a parcel with a part of the order', async () => {
    const email = 'part@example.com';
    const id = await toShip(email);
    const part = { tracking_number: 'HP-1', items: [{ sku: 'MUG-WHITE', quantity: 1 }] };
    ok(await dispatch.move(id, 'ship', part));
    ok(await dispatch.move(id, 'ship', { tracking_number: 'HP-2' }));
    const [first, second] = await dispatch.mailsTo(email);
    expect(first?.body_text).toContain('In this parcel:\n1 x White Mug\n\nYour whole order:\n');
    expect(second?.body_text).toContain(
      'In this parcel:\n1 x White Mug\n1 x Black Tee, Size M\n\nYour whole order:\n',
    );
    for (const mail of [first, second]) {
      expect(addUpMail(mail?.body_text ?? '')).toMatchObject({
        lines: [
          [2, 'White Mug', '25.00'],
          [1, 'Black Tee, Size M', '25.00'],
        ],
        total: '50.00',
      });
    }
  });
});

describe('a tracking number is refused', () => {
  it('for a parcel that has not left, an unknown parcel and an empty change', async () => {
    const id = await toShip('nobody@example.com');
    const other = await toShip('nobody@example.com');
    const shipment = await shipmentOf(id);
    const before = await dispatch.recordCounts();
    const number = { tracking_number: 'HP-1' };
    const waiting = await track(id, shipment, number);
    expect([waiting.status, waiting.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await track(other, shipment, number)).status).toBe(404);
    expect((await track(id, 'no-such-parcel', number)).status).toBe(404);
    expect((await track(id, shipment, {})).status).toBe(400);
    expect((await track(id, shipment, { tracking_number: 'x'.repeat(101) })).status).toBe(400);
    expect(await dispatch.recordCounts()).toEqual(before);
  });

  it('from another store, and without a login', async () => {
    const id = await toShip('nobody@example.com');
    ok(await dispatch.move(id, 'ship'));
    const shipment = await shipmentOf(id);
    const before = await dispatch.recordCounts();
    const airport = await dispatch.shop.tillToken('EMP005');
    expect((await track(id, shipment, { tracking_number: 'HP-1' }, airport)).status).toBe(404);
    const anonymous = await dispatch.shop.call(
      'PATCH',
      `/fulfillments/${id}/shipments/${shipment}/`,
      { body: { tracking_number: 'HP-1' } },
    );
    expect(anonymous.status).toBe(401);
    expect(await dispatch.recordCounts()).toEqual(before);
    expect((await dispatch.read(id)).shipments[0].tracking_number).toBe('');
  });
});
