import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Cause } from './causes.js';
import { taskSaved } from './events.js';
import { insertTaskOnce } from './repository.js';
import type { Priority } from './rules.js';

export type NewTask = {
  /** Derived from the cause, so that the same cause opens one task. */
  taskId: string;
  storeId: string;
  title: string;
  description: string;
  /** The same as values, for screens in other languages; without it they show the text. */
  cause?: Cause;
  priority: Priority;
  assignedTo?: string;
  dueDate?: string;
};

/** Longer titles are cut, so that a long name does not fail the caller's transaction. */
const TITLE_MAX = 255;

/** Opens a task for other domains. False if the task exists already. */
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
    cause: task.cause?.name ?? null,
    cause_values: task.cause ? JSON.stringify(task.cause.values) : null,
  };
  const opened = await insertTaskOnce(tx, row);
  if (opened) await record(tx, taskSaved(row));
  return opened;
}
