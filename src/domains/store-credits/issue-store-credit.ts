import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { storeCreditSaved } from './events.js';
import { insertStoreCredit } from './repository.js';

/** Without 0, O, 1, I and L, which are easily confused when a code is read aloud. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** There are about 850 billion codes, so even one collision is very unlikely. */
const MAX_ATTEMPTS = 5;

/** A random code such as `SC-7KQ2-M9XA`. */
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
  /** The return that the credit refunds, and the number of its sale. */
  returnId: string;
  saleNumber: string;
};

/** Issues a store credit with a new code and returns its id. */
export async function issueStoreCredit(tx: Tx, credit: NewStoreCredit): Promise<string> {
  const amount = formatMoney(credit.amountMinor);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
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
    return issued.id;
  }
  throw new Error('no unused store credit code found');
}
