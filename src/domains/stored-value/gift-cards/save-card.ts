import { atomically } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { lockUser } from '../../people/index.js';
import { accountOfCode } from '../read-balance.js';
import { type CardOfCustomer, cardOfCustomer, insertSavedCard } from './saved-card-repository.js';

const MOST_SAVED = 50;

/**
 * Keeps a card in the account of a customer who knows its code. Codes are checked under the limits of
 * the balance check. A card that the customer bought is listed anyway and not saved again.
 */
export async function saveCard(
  platform: Platform,
  customer: { id: string; address: string },
  code: string,
): Promise<CardOfCustomer> {
  const { db, clock } = platform;
  const caller = { address: customer.address, key: customer.id };
  const account = await accountOfCode(platform, caller, code);
  return atomically(db, async tx => {
    // Two requests at once would both count 49 cards.
    await lockUser(tx, customer.id);
    const known = await cardOfCustomer(tx, customer.id, account.id);
    if (known !== undefined) return known;
    const card = { customerId: customer.id, accountId: account.id, at: clock.now() };
    if (!(await insertSavedCard(tx, card, MOST_SAVED))) {
      throw conflict(
        'TOO_MANY_GIFT_CARDS',
        `An account keeps at most ${MOST_SAVED} gift cards. Remove one first.`,
      );
    }
    const saved = await cardOfCustomer(tx, customer.id, account.id);
    if (saved === undefined) throw new Error('the saved card is missing');
    return saved;
  });
}
