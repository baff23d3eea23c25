import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import { newId } from '../../platform/ids.js';
import { type DrawerOperation, insertOperation } from './repository.js';

export type Opening = {
  storeId: string;
  terminalId: string;
  operatorId: string;
  reason: string;
  now: Date;
};

/** Writes down who opened which drawer and why, and lets the store's screens know. */
export async function openDrawer(tx: Tx, opening: Opening): Promise<DrawerOperation> {
  const operation = await insertOperation(tx, {
    id: newId(opening.now),
    store_id: opening.storeId,
    terminal_id: opening.terminalId,
    operator_id: opening.operatorId,
    operation: 'open',
    reason: opening.reason,
    occurred_at: opening.now,
  });
  await record(tx, {
    event: 'system.notification',
    storeId: operation.store_id,
    terminalId: operation.terminal_id,
    subjectId: operation.id,
    live: true,
    data: {
      kind: 'drawer_opened',
      operation_id: operation.id,
      terminal_id: operation.terminal_id,
      reason: operation.reason,
      operator_id: operation.operator_id,
    },
  });
  return operation;
}
