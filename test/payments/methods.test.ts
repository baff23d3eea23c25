import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findPaymentMethod,
  listPaymentMethods,
  METHOD_TYPES,
} from '../../src/domains/payments/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { eventsOf, state } from '../catalog/state.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
let cashier: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  admin = await shop.officeToken('admin');
  cashier = await shop.tillToken('EMP001');
});
afterAll(() => shop?.close());

const get = (path: string) => shop.call('GET', path, { token: cashier });
const write = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: admin, body });
const post = (body: unknown) => write('POST', '/payment-methods/', body);

describe('payment methods', () => {
  it('are created, read, changed and deleted, with one event per change', async () => {
    const made = await post({
      code: 'card_paypal',
      name: 'PayPal',
      method_type: 'card',
      processor_type: 'paypal',
      is_online_available: true,
      minimum_amount: 1,
      maximum_amount: '250.5',
      icon_url: '/icons/paypal.svg',
      display_order: 9,
      unknown: true,
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: 'card_paypal',
      name: 'PayPal',
      method_type: 'card',
      processor_type: 'paypal',
      is_active: true,
      is_online_available: true,
      requires_reference: false,
      minimum_amount: '1.00',
      maximum_amount: '250.50',
      icon_url: '/icons/paypal.svg',
      description: '',
      display_order: 9,
      sanity_id: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const { id } = made.body;
    expect((await get(`/payment-methods/${id}/`)).body).toEqual(made.body);
    expect((await get('/payment-methods/card_paypal/')).body).toEqual(made.body);

    const events = await eventsOf(shop, async () => {
      expect(
        await write('PATCH', '/payment-methods/card_paypal/', { maximum_amount: null }),
      ).toMatchObject({ status: 200, body: { id, maximum_amount: null, minimum_amount: '1.00' } });
      expect(
        await write('PUT', `/payment-methods/${id}/`, {
          code: 'paypal',
          name: 'PayPal',
          method_type: 'card',
          is_active: false,
        }),
      ).toMatchObject({ status: 200, body: { id, code: 'paypal', is_active: false } });
      expect((await write('DELETE', `/payment-methods/${id}/`)).status).toBe(204);
    });
    const about = [id, { id, sanity_id: null }];
    // A live event of the chain is in its own stream and in that of each of the three stores.
    const inEachStream = (event: string) => Array.from({ length: 4 }, () => [event, ...about]);
    expect(events).toEqual([
      ...inEachStream('payment_method.saved'),
      ...inEachStream('payment_method.saved'),
      ...inEachStream('payment_method.deleted'),
    ]);
    expect((await get(`/payment-methods/${id}/`)).status).toBe(404);
    expect((await write('PATCH', `/payment-methods/${id}/`, { name: 'x' })).status).toBe(404);
    expect((await write('DELETE', `/payment-methods/${id}/`)).status).toBe(404);
  });

  it('are listed by code in pages, and found by code or id by other domains', async () => {
    const first = await get('/payment-methods/?limit=2');
    expect(first.body.map((method: { code: string }) => method.code)).toEqual([
      'card',
      'card_bank',
    ]);
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1];
    const second = await get(String(next));
    expect(second.body.map((method: { code: string }) => method.code)).toEqual([
      'card_square',
      'cash',
    ]);
    const { db } = shop.platform;
    expect((await listPaymentMethods(db)).map(method => method.code)).toEqual([
      'cash',
      'card',
      'card_square',
      'card_bank',
      'pay_at_store',
      'store_credit',
      'gift_card',
      'points',
    ]);
    const cash = await findPaymentMethod(db, 'cash');
    expect(cash?.method_type).toBe('cash');
    expect(await findPaymentMethod(db, String(cash?.id))).toEqual(cash);
    expect(await findPaymentMethod(db, 'shells')).toBeUndefined();
  });

  it('report every problem at once and store nothing', async () => {
    const before = await state(shop);
    const answer = await post({
      code: 'Not A Code',
      method_type: 'barter',
      processor_type: 'nobody',
      minimum_amount: '1e3',
      icon_url: 'javascript:alert(1)',
      display_order: -1,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'code',
      'display_order',
      'icon_url',
      'method_type',
      'minimum_amount',
      'name',
      'processor_type',
    ]);
    expect(answer.body.errors.method_type).toEqual([`Must be one of: ${METHOD_TYPES.join(', ')}.`]);
    expect((await get('/payment-methods/?store_id=x')).body.code).toBe('UNKNOWN_PARAMETER');
    expect(await state(shop)).toEqual(before);
  });

  it('refuse a taken code, a maximum below the minimum and a processor for cash', async () => {
    const before = await state(shop);
    const method = { code: 'new', name: 'New', method_type: 'cash' };
    expect(await post({ ...method, code: 'cash' })).toMatchObject({
      status: 409,
      body: {
        code: 'DUPLICATE',
        detail: 'code: Another payment method has this code.',
        errors: { code: ['Another payment method has this code.'] },
      },
    });
    expect(await post({ ...method, minimum_amount: 10, maximum_amount: 9.99 })).toMatchObject({
      status: 400,
      body: { errors: { maximum_amount: ['Must not be below the minimum amount.'] } },
    });
    expect(
      await write('PATCH', '/payment-methods/pay_at_store/', { minimum_amount: '500.01' }),
    ).toMatchObject({ status: 400, body: { errors: { maximum_amount: [expect.anything()] } } });
    expect(await post({ ...method, processor_type: 'square' })).toMatchObject({
      status: 400,
      body: { errors: { processor_type: ['Only card methods have a processor.'] } },
    });
    expect(await state(shop)).toEqual(before);
  });

  it('are changed by admins only', async () => {
    const before = await state(shop);
    const manager = await shop.officeToken('manager');
    for (const token of [cashier, manager]) {
      const body = { name: 'Mine' };
      expect((await shop.call('POST', '/payment-methods/', { token, body })).status).toBe(403);
      expect((await shop.call('PATCH', '/payment-methods/cash/', { token, body })).status).toBe(
        403,
      );
      expect((await shop.call('DELETE', '/payment-methods/cash/', { token })).status).toBe(403);
    }
    expect((await shop.call('GET', '/payment-methods/')).status).toBe(401);
    expect(await state(shop)).toEqual(before);
  });

  it('cannot be deleted once a payment used them', async () => {
    const { id } = (await post({ code: 'voucher', name: 'Voucher', method_type: 'store_credit' }))
      .body;
    await statement(
      shop.platform.db,
      'create table paid_with (method_id uuid not null references payment_methods (id))',
    );
    await statement(shop.platform.db, 'insert into paid_with values ($1)', [id]);
    const before = await state(shop);
    expect(await write('DELETE', '/payment-methods/voucher/')).toMatchObject({
      status: 409,
      body: {
        code: 'IN_USE',
        detail: 'Payment method is in use and cannot be deleted; set is_active to false instead.',
      },
    });
    expect(await state(shop)).toEqual(before);
  });
});
