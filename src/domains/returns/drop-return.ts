import type { Tx } from '../../platform/database/tx.js';
import { putBack } from '../inventory/index.js';
import { countReturned, type Sale } from '../transactions/index.js';
import { linesOfReturns, type ReturnRow } from './repository.js';

/**
 * Releases the units of an open return. A void does not restock units of open returns, so those of
 * a voided sale are restocked here.
 */
export async function dropReturn(
  tx: Tx,
  row: ReturnRow,
  sale: Sale,
  actor: { userId: string | null; terminalId: string | null },
): Promise<void> {
  const lines = await linesOfReturns(tx, [row.id]);
  await countReturned(tx, sale.id, lines, -1);
  if (sale.status !== 'voided') return;
  await putBack(tx, {
    kind: 'return',
    reference: row.id,
    storeId: row.store_id,
    lines: lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
    actorId: actor.userId,
    terminalId: actor.terminalId,
    reason: `Return ${row.return_number} of a voided sale`,
  });
}
