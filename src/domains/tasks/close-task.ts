import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import { taskSaved } from './events.js';
import { lockTask, updateTask } from './repository.js';

/** Completes a task whose cause is gone, for other domains. Does nothing if it is done already. */
export async function closeTask(
  tx: Tx,
  taskId: string,
  completedBy: string | null,
  now: Date,
): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (task === undefined || task.status === 'completed') return;
  const change = { status: 'completed' as const, completed_at: now, completed_by: completedBy };
  await updateTask(tx, task.id, change);
  await record(tx, taskSaved({ ...task, ...change }));
}
