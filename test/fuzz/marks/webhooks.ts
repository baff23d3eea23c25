import { deliver } from '../../../src/domains/subscriptions/deliver.js';
import { statement } from '../../../src/platform/database/tx.js';
import { AIRPORT_ID } from '../../../src/seed/data.js';
import { localNetwork, startReceiver } from '../../subscriptions/receiver.js';
import type { Dice } from '../../support/dice.js';
import type { Shop } from '../../support/service.js';
import type { MarkBook } from './mark-book.js';

const SENT = 20;

export type Subscriber = { finish(book: MarkBook, dice: Dice): Promise<number> };

/** A system of AIRPORT that gets the events of its store. */
export async function subscribe(shop: Shop, book: MarkBook): Promise<Subscriber> {
  const receiver = await startReceiver();
  const made = await shop.call('POST', '/webhook-endpoints/', {
    token: await shop.officeToken('admin'),
    body: { url: receiver.url, events: ['*'], store_ids: [AIRPORT_ID] },
  });
  if (made.status !== 201) throw new Error(made.text);
  book.learnToken(made.body.secret, 'the secret of an endpoint');
  return {
    /** Checks all deliveries, and sends some of them to a receiver that answers with a card. */
    finish: async (marks, dice) => {
      const deliveries = await statement<{ id: string; text: string }>(
        shop.platform.db,
        `select id, payload::text as text from webhook_deliveries
         where endpoint_id = $1 order by id`,
        [made.body.id],
      );
      const place = { name: 'webhook to AIRPORT', staffOf: AIRPORT_ID };
      for (const { text } of deliveries) marks.check(place, text);
      receiver.answer({ status: 400, body: marks.card(dice, 'the answer to a webhook') });
      for (const { id } of deliveries.slice(0, SENT)) {
        await deliver(shop.platform, id, localNetwork);
      }
      for (const { headers, body } of receiver.received) {
        marks.check(place, JSON.stringify(headers) + body);
      }
      await receiver.close();
      return deliveries.length;
    },
  };
}
