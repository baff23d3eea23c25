import type { Tx } from '../../platform/database/tx.js';
import { commitReservation, salePurpose } from '../inventory/index.js';

/** Takes the reserved goods of a paid layaway out of stock, once. */
export const commitLayaway = (tx: Tx, saleId: string, actorId: string | null) =>
  commitReservation(tx, salePurpose(saleId), {
    kind: 'sale',
    reference: saleId,
    actorId,
    // A till hands the goods over with the last payment.
    customerHasGoods: true,
  });
