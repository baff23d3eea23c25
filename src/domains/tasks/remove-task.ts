import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { taskDeleted } from './events.js';
import { deleteTask, lockTask } from './repository.js';

export async function removeTask(tx: Tx, caller: Staff, taskId: string): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (task === undefined || !maySee(caller, task.store_id)) throw notFound('Task');
  await deleteTask(tx, task.id);
  await record(tx, taskDeleted(task));
}
