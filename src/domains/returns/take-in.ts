import type { Tx } from '../../platform/database/tx.js';
import type { OrderActor } from '../access/index.js';
import { updateReturn } from './repository.js';

/** Receives the goods of a new return at once, in the transaction that completes it. */
export const takeIn = (tx: Tx, caller: OrderActor, returnId: string, now: Date) =>
  updateReturn(tx, returnId, {
    status: 'received',
    decided_by: caller.userId,
    decided_at: now,
    received_at: now,
    updated_at: now,
  });
