import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { TillStaff } from '../../access/index.js';
import { findHeldSale, heldElsewhere } from './find-held-sale.js';
import { claimHeldSale, type HeldSale } from './held-sale-repository.js';

/**
 * Continues a held sale at this till. A request whose answer was lost is repeated with the same
 * version and gets the same answer.
 */
export async function resumeHeldSale(
  tx: Tx,
  { clock }: Platform,
  { till }: TillStaff,
  id: string,
  version: number,
): Promise<HeldSale> {
  const { storeId, terminalId } = till;
  const { id: found } = await findHeldSale(tx, storeId, id);
  const claim = { storeId, id: found, terminalId, version, now: clock.now() };
  const isWon = await claimHeldSale(tx, claim);
  const now = await findHeldSale(tx, storeId, found);
  const isRepeated = now.resumed_at_terminal === terminalId && now.version === version + 1;
  if (!isWon && !isRepeated) throw heldElsewhere(now);
  return now;
}
