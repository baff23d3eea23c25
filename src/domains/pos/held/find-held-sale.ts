import type { Reader } from '../../../platform/database/tx.js';
import { conflict, type Failure, notFound } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import { type HeldSale, heldSale } from './held-sale-repository.js';

/** A held sale of this store. */
export async function findHeldSale(reader: Reader, storeId: string, id: string): Promise<HeldSale> {
  const found = isUuid(id) ? await heldSale(reader, storeId, id.toLowerCase()) : undefined;
  if (found === undefined) throw notFound('Held sale', 'HELD_SALE_NOT_FOUND');
  return found;
}

/** Names the till that continues the sale, or that has put it back since the caller looked. */
export const heldElsewhere = ({ resumed_at_terminal, terminal_id, version }: HeldSale): Failure => {
  const till = resumed_at_terminal ?? terminal_id;
  const message =
    resumed_at_terminal === null
      ? `This sale was changed at till ${till}; look at the list again.`
      : `Till ${till} continues this sale.`;
  return conflict('HELD_ELSEWHERE', message, { terminal_id: till, version });
};
