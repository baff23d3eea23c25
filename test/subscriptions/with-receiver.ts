import { afterAll, afterEach, beforeAll } from 'vitest';
import { rowsOf } from '../content/rows.js';
import { openShop, type Shop } from '../support/service.js';
import { type Receiver, startReceiver } from './receiver.js';

export type Opened = { shop: Shop; receiver: Receiver; token: string };

/** A shop whose jobs the tests run, and a receiver; both serve all tests of a file. */
export function withReceiver(use: (opened: Opened) => void): void {
  let shop: Shop;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    shop = await openShop({ background: false });
    use({ shop, receiver, token: await shop.officeToken() });
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
}
