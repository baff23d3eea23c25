import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { abTestDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deleteAbTest, lockAbTest } from './repository.js';

export async function removeAbTest(tx: Tx, id: string): Promise<void> {
  const found = await lockAbTest(tx, id);
  if (found === undefined) throw notFound('A/B test');
  await unlessInUse('People have taken part in this test; complete it instead.', () =>
    deleteAbTest(tx, found.id),
  );
  await record(tx, abTestDeleted(found));
}
