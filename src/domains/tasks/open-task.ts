import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { taskSaved } from './events.js';
import { insertTaskOnce } from './repository.js';
import type { Priority } from './rules.js';

export type NewTask = {
  /** Says what the task is about, so that the same cause opens it once. */
  taskId: string;
  storeId: string;
  title: string;
  description: string;
  priority: Priority;
  assignedTo?: string;
  dueDate?: string;
};

/** A name inside may be long; the work that opens the task must not fail over that. */
const TITLE_MAX = 255;

/** For other domains: asks the store's people to do something. False when that was asked already. */
export async function openTask(tx: Tx, task: NewTask): Promise<boolean> {
  const row = {
    id: newId(),
    task_id: task.taskId,
    sanity_id: null,
    title: [...task.title].slice(0, TITLE_MAX).join(''),
    description: task.description,
    assigned_to: task.assignedTo ?? null,
    store_id: task.storeId,
    priority: task.priority,
    status: 'pending',
    due_date: task.dueDate ?? null,
  };
  const opened = await insertTaskOnce(tx, row);
  if (opened) await record(tx, taskSaved(row));
  return opened;
}
