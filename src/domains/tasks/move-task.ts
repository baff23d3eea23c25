import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { taskSaved } from './events.js';
import { lockTask, type Task, taskById, updateTask } from './repository.js';
import {
  completionAfter,
  refuseAction,
  refuseTaskMove,
  TASK_ACTIONS,
  type TaskAction,
} from './rules.js';

/**
 * Accepts, completes or reopens a task. The row lock comes before the check of its status, so of
 * two parallel completions the second gets 409.
 */
export async function moveTask(
  tx: Tx,
  caller: Staff,
  taskId: string,
  name: TaskAction,
  now: Date,
): Promise<Task> {
  const before = await lockTask(tx, taskId);
  if (before === undefined || !maySee(caller, before.store_id)) throw notFound('Task');
  const action = TASK_ACTIONS[name];
  const refused =
    refuseAction('task', before.status, action) ?? refuseTaskMove(before.status, action.to, caller);
  if (refused) throw refused;
  await updateTask(tx, before.id, {
    status: action.to,
    ...completionAfter(before, action.to, { userId: caller.userId, now }),
    ...(name === 'accept' && { assigned_to: before.assigned_to ?? caller.userId }),
  });
  const moved = await taskById(tx, before.id, now);
  if (moved === undefined) throw notFound('Task');
  await record(tx, taskSaved(moved));
  return moved;
}
