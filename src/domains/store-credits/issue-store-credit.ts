import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { storeCreditSaved } from './events.js';
import { insertStoreCredit } from './repository.js';

/** Without 0 and O, 1, I and L: people read these aloud over a counter. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** There are about 850 thousand million codes, so two collisions in a row are next to impossible. */
const TRIES = 5;

/** `SC-7KQ2-M9XA`. */
export function newCreditCode(): string {
  const group = (): string =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `SC-${group()}-${group()}`;
}

export type NewStoreCredit = {
  storeId: string;
  customerId: string | null;
  currency: string;
  amountMinor: Minor;
  /** The return that the credit pays for, and the number of its sale. */
  returnId: string;
  saleNumber: string;
};

/** Writes a store credit under a new code. */
export async function issueStoreCredit(tx: Tx, credit: NewStoreCredit): Promise<void> {
  const amount = formatMoney(credit.amountMinor);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const issued = {
      id: newId(),
      code: newCreditCode(),
      store_id: credit.storeId,
      customer_id: credit.customerId,
      return_id: credit.returnId,
      amount,
      balance: amount,
      currency: credit.currency,
    };
    if (!(await insertStoreCredit(tx, issued))) continue;
    await record(tx, storeCreditSaved(issued, credit.saleNumber));
    return;
  }
  throw new Error('no free store credit code was found');
}
