import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { Sale } from '../transactions/index.js';
import { storeCreditSaved } from './events.js';
import { insertStoreCredit } from './repository.js';

/** Without 0 and O, 1, I and L: people read these aloud over a counter. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Some 850 thousand million codes: a second collision in a row is next to impossible. */
const TRIES = 5;

/** `SC-7KQ2-M9XA`. */
export function newCreditCode(): string {
  const group = (): string =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `SC-${group()}-${group()}`;
}

/** Gives the customer of a return something to spend instead of money. */
export async function issueStoreCredit(
  tx: Tx,
  sale: Sale,
  returnId: string,
  amountMinor: Minor,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const credit = {
      id: newId(),
      code: newCreditCode(),
      store_id: sale.store_id,
      customer_id: sale.customer_id,
      return_id: returnId,
      amount: formatMoney(amountMinor),
      balance: formatMoney(amountMinor),
      currency: sale.currency,
    };
    if (!(await insertStoreCredit(tx, credit))) continue;
    await record(tx, storeCreditSaved(credit, sale.transaction_number));
    return;
  }
  throw new Error('no free store credit code was found');
}
