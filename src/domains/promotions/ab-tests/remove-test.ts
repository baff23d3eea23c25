import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { abTestDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deleteAbTest } from './repository.js';
import { testForChange } from './save-test.js';

export async function removeAbTest(tx: Tx, caller: Staff, id: string): Promise<void> {
  const found = await testForChange(tx, caller, id);
  await unlessInUse('People have taken part in this test; complete it instead.', () =>
    deleteAbTest(tx, found.id),
  );
  await record(tx, abTestDeleted(found));
}
