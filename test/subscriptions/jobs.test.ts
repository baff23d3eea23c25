import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../content/rows.js';
import { openShop, type Shop } from '../support/service.js';
import { deliveriesOf, register, saveBrand } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('an address inside the private network', () => {
  it.each([
    ['by number', 'http://127.0.0.1:1/', '127.0.0.1 is not a public address'],
    ['by number in brackets', 'http://[::1]:1/', '::1 is not a public address'],
    [
      'by a name that resolves to it',
      'http://localhost:1/',
      'localhost leads to an address that is not public',
    ],
  ])('%s is refused at delivery, even if it was stored before', async (_, url, error) => {
    const endpoint = await register(shop, 'https://203.0.114.7/hooks', ['brand.saved']);
    await rowsOf(shop, 'update webhook_endpoints set url = $1 where id = $2', [url, endpoint.id]);
    await saveBrand(shop, `Inside ${url}`);
    await expect
      .poll(async () => {
        await shop.settleEvents();
        return (await deliveriesOf(shop, endpoint.id))[0]?.attempts;
      })
      .toBe(1);
    const [delivery] = await deliveriesOf(shop, endpoint.id);
    expect(delivery).toMatchObject({ status: 'pending', response_status: null, error });
    await rowsOf(shop, 'delete from webhook_endpoints');
  });
});
