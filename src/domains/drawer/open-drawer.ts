import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { drawerOpened } from './events.js';
import { type DrawerOperation, insertOperation } from './repository.js';

export type Opening = {
  storeId: string;
  terminalId: string;
  operatorId: string;
  reason: string;
  /** The bytes of a paper open it; unset: the service sends a pulse to a network printer. */
  byPaper?: boolean;
  now: Date;
};

/** Records the opening and publishes a live notification to the store's screens. */
export async function openDrawer(tx: Tx, opening: Opening): Promise<DrawerOperation> {
  const operation = await insertOperation(tx, {
    id: newId(opening.now),
    store_id: opening.storeId,
    terminal_id: opening.terminalId,
    operator_id: opening.operatorId,
    operation: 'open',
    reason: opening.reason,
    by_paper: opening.byPaper ?? false,
    occurred_at: opening.now,
  });
  await record(tx, drawerOpened(operation));
  return operation;
}
