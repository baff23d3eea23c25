import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import { openTask } from '../../tasks/index.js';
import { heldElsewhere } from '../held/find-held-sale.js';
import { releaseHeldSale } from '../held/held-sale-repository.js';
import type { Work } from './entry-work.js';
import type { Flag } from './rules.js';

/** A held sale that an entry has sold, as the till knew it. */
export type HeldRef = { held_sale_id?: string; held_sale_version?: number };

/**
 * Removes the held sale that an entry has sold. A till resumes its own ones without a connection, so
 * another till may have continued or sold it meanwhile. Before the payment that is an error; afterwards
 * the sale is booked, and the store gets a task.
 */
export async function releaseHeld(
  tx: Tx,
  work: Work,
  { held_sale_id: id, held_sale_version: version }: HeldRef,
  sale: { id: string; number: string },
): Promise<Flag[]> {
  if (id === undefined) return [];
  const { storeId, terminalId } = work.caller.till;
  const isKnown = isUuid(id);
  const held = isKnown
    ? await releaseHeldSale(tx, { storeId, id: id.toLowerCase(), terminalId, version })
    : { isReleased: false, rest: undefined };
  if (held.isReleased) return [];
  if (work.mayRefuse) {
    throw held.rest ? heldElsewhere(held.rest) : notFound('Held sale', 'HELD_SALE_NOT_FOUND');
  }
  await openTask(tx, {
    taskId: `held-twice-${sale.id}`,
    storeId,
    title: `Sale ${sale.number}: parked goods may be sold twice`,
    description:
      `Till ${terminalId} resumed a parked sale without a connection and sold it. Meanwhile it was ` +
      'continued, sold or removed elsewhere. Compare the sales; void the one that the customer has not got.',
    cause: { name: 'held_twice', values: { terminal: terminalId, transaction: sale.number } },
    priority: 'high',
  });
  return ['held_elsewhere'];
}
