import { atomically } from '../../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../../platform/work/consumers/consumer.js';
import { commitReservation, salePurpose, stillHeld } from '../../inventory/index.js';
import { saleCompleted, salesWithGiftCards } from '../../transactions/index.js';
import { sendGiftCards } from './order/send-gift-cards.js';

/**
 * Commits the reservation of an order that was paid at a till. The customer has the goods, so the
 * commit is unconditional. Orders paid online are committed at settlement.
 */
const commitReservations = defineConsumer({
  name: 'storefront:commit-held',
  events: [saleCompleted],
  handle: async ({ db }, events) => {
    const orders = events.flatMap(({ subjectId, data }) =>
      subjectId !== null && data.source_system === 'web_commerce' ? subjectId : [],
    );
    if (orders.length === 0) return;
    const held = new Set(await stillHeld(db, orders.map(salePurpose)));
    for (const reference of orders) {
      const purpose = salePurpose(reference);
      if (!held.has(purpose)) continue;
      await atomically(db, tx =>
        commitReservation(tx, purpose, { kind: 'sale', reference, customerHasGoods: true }),
      );
    }
  },
});

/** Gift cards of web orders, which are paid in one statement and issued after it. */
const mailGiftCards = defineConsumer({
  name: 'storefront:mail-gift-cards',
  events: [saleCompleted],
  handle: async (platform, events) => {
    const orders = events.flatMap(({ subjectId, data }) =>
      subjectId !== null && data.source_system === 'web_commerce' ? subjectId : [],
    );
    if (orders.length === 0) return;
    for (const id of await salesWithGiftCards(platform.db, orders)) {
      await atomically(platform.db, tx => sendGiftCards(tx, platform, id));
    }
  },
});

export const consumers: readonly Consumer[] = [commitReservations, mailGiftCards];
