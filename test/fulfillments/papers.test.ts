import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLabels } from '../../src/domains/fulfillments/papers/parcel-label.js';
import {
  readOrderPickList,
  readPickList,
} from '../../src/domains/fulfillments/papers/pick-list.js';
import { fulfillmentById } from '../../src/domains/fulfillments/repository.js';
import { findStore } from '../../src/domains/stores/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import type { Shop } from '../support/service.js';

let shop: Shop;
let local: string;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: false });
  local = await localManager(shop, AIRPORT_ID);
  await statement(shop.platform.db, 'delete from shipments');
  await statement(shop.platform.db, 'delete from fulfillments');
});
afterAll(() => shop.close());

const office = async (method: string, url: string, body?: object, token?: string) =>
  shop.call(method, url, { token: token ?? (await shop.officeToken()), ...(body && { body }) });

/** A paid order to be shipped; returns its number and the id of its fulfillment. */
async function order(lines: [string, number][]): Promise<{ number: string; id: string }> {
  const { visit, id } = await atCheckout(shop, lines);
  const done = await complete(shop, visit, id);
  expect([done.status, done.text]).toEqual([200, done.text]);
  const number = done.body.transaction_id;
  const [row] = (await office('GET', `/fulfillments/?transaction=${number}`)).body;
  return { number, id: row.id };
}

const pickList = async () => {
  const { db, clock } = shop.platform;
  const store = await findStore(db, 'DOWNTOWN');
  if (store === undefined) throw new Error('no store');
  return readPickList(db, store, clock.now());
};
const labelsOf = async (id: string, shipment?: string) => {
  const row = await fulfillmentById(shop.platform.db, id);
  if (row === undefined) throw new Error('no fulfillment');
  return readLabels(shop.platform.db, row, shipment);
};

describe('papers of the stock room', () => {
  it('add up the goods of open orders, less what has left', async () => {
    const first = await order([
      ['MUG-WHITE', 3],
      ['TEE-BLACK-M', 1],
    ]);
    const second = await order([['MUG-WHITE', 2]]);
    const list = await pickList();
    expect(list.items).toEqual([
      { sku: 'MUG-WHITE', name: 'White Mug', quantity: '5' },
      { sku: 'TEE-BLACK-M', name: expect.stringContaining('Black Tee'), quantity: '1' },
    ]);
    expect(list.orders.map(({ number, due }) => [number, due])).toEqual([
      [first.number, null],
      [second.number, null],
    ]);

    const part = { items: [{ sku: 'MUG-WHITE', quantity: 1 }], tracking_number: '1Z-42' };
    expect((await office('POST', `/fulfillments/${first.id}/ship/`, part)).status).toBe(200);
    expect((await office('POST', `/fulfillments/${second.id}/ship/`, {})).status).toBe(200);
    const rest = await pickList();
    expect(rest.items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['MUG-WHITE', '2'],
      ['TEE-BLACK-M', '1'],
    ]);
    expect(rest.orders.map(({ number }) => number)).toEqual([first.number]);

    const labels = await labelsOf(first.id);
    expect(labels.map(({ parcel, tracking }) => [parcel, tracking]).sort()).toEqual([
      ['Parcel 1 of 2', expect.any(String)],
      ['Parcel 2 of 2', expect.any(String)],
    ]);
    expect(labels.map(({ tracking }) => tracking).sort()).toEqual(['', '1Z-42']);
    expect(labels[0]).toMatchObject({ number: first.number });
    expect([labels[0]?.from, labels[0]?.to]).toEqual([
      ['Tillhouse Downtown', '12 Main Street', 'New York, NY 10001'],
      ['Ada Byron', '1 Park Avenue', 'New York, NY 10016'],
    ]);
  });

  it('list the goods of one order, until they have left', async () => {
    const { number, id } = await order([
      ['MUG-WHITE', 2],
      ['TEE-BLACK-M', 1],
    ]);
    const { db, clock } = shop.platform;
    const [store, row] = [await findStore(db, 'DOWNTOWN'), await fulfillmentById(db, id)];
    if (store === undefined || row === undefined) throw new Error('no order');
    const list = await readOrderPickList(db, store, row, clock.now());
    expect(list.items).toEqual([]);
    expect(list.orders.map(one => [one.number, one.items])).toEqual([
      [
        number,
        [
          { sku: 'MUG-WHITE', name: 'White Mug', quantity: '2' },
          { sku: 'TEE-BLACK-M', name: expect.stringContaining('Black Tee'), quantity: '1' },
        ],
      ],
    ]);
    const url = `/fulfillments/${id}/pick-list/`;
    const paper = await office('GET', url);
    expect([paper.status, paper.headers['content-disposition']]).toEqual([
      200,
      `inline; filename="pick-list-${number}.pdf"`,
    ]);
    expect((await office('GET', url, undefined, local)).status).toBe(404);
    expect((await office('POST', `/fulfillments/${id}/ship/`, {})).status).toBe(200);
    const late = await office('GET', url);
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      'INVALID_STATE',
      { status: 'shipped', fulfillment_type: 'ship' },
    ]);
  });

  it('are PDF files', async () => {
    const { id } = await order([['MUG-WHITE', 1]]);
    for (const url of [
      '/fulfillments/pick-list/?store=DOWNTOWN',
      `/fulfillments/${id}/pick-list/`,
      `/fulfillments/${id}/labels/`,
    ]) {
      const reply = await office('GET', url);
      expect([url, reply.status, reply.headers['content-type']]).toEqual([
        url,
        200,
        'application/pdf',
      ]);
      expect(reply.text.startsWith('%PDF-')).toBe(true);
    }
  });

  it('have a long address in small letters and any script without an error', async () => {
    const { id } = await order([['MUG-WHITE', 1]]);
    const address = {
      firstName: 'Żółć'.repeat(20),
      lastName: 'Ünal',
      company: 'A & B <GmbH>',
      address: 'Straße '.repeat(30),
      city: 'Łódź',
      country: 'PL',
    };
    await statement(
      shop.platform.db,
      'update fulfillments set shipping_address = $2::jsonb where id = $1',
      [id, JSON.stringify(address)],
    );
    expect((await office('GET', `/fulfillments/${id}/labels/`)).status).toBe(200);
    // It leaves the country of the store, so both ends name theirs.
    const [label] = await labelsOf(id);
    expect([label?.from.at(-1), label?.to.slice(-2)]).toEqual([
      'UNITED STATES',
      ['Łódź', 'POLAND'],
    ]);
  });

  it('need an address, a parcel and a store of the caller', async () => {
    const { id } = await order([['MUG-WHITE', 1]]);
    const unknown = '00000000-0000-4000-8000-00000000ffff';
    expect((await office('GET', `/fulfillments/${id}/labels/?shipment=${unknown}`)).status).toBe(
      404,
    );
    expect((await office('GET', `/fulfillments/${id}/labels/`, undefined, local)).status).toBe(404);
    const list = await office('GET', '/fulfillments/pick-list/?store=DOWNTOWN', undefined, local);
    expect([list.status, Object.keys(list.body.errors)]).toEqual([400, ['store']]);
    expect((await office('GET', '/fulfillments/pick-list/')).status).toBe(400);
    await statement(
      shop.platform.db,
      `update fulfillments set shipping_address = null where id = $1`,
      [id],
    );
    const none = await office('GET', `/fulfillments/${id}/labels/`);
    expect([none.status, none.body.code]).toEqual([409, 'NO_ADDRESS']);
  });
});
