import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { resolveStore } from '../stores/index.js';
import { taskSaved } from './events.js';
import { resolveAssignee } from './references.js';
import { insertTask, lockTask, type Task, taskById, updateTask } from './repository.js';
import { completionAfter, refuseReservedId, refuseTaskMove, statusAfter } from './rules.js';
import type { TaskInput } from './schemas.js';

/** Creates or changes a task. A new task starts as `pending`. */
export async function saveTask(
  tx: Tx,
  caller: Staff,
  taskId: string | undefined,
  change: Partial<TaskInput>,
  now: Date,
): Promise<Task> {
  const before = taskId === undefined ? undefined : await lockTask(tx, taskId);
  if (taskId !== undefined && (before === undefined || !maySee(caller, before.store_id))) {
    throw notFound('Task');
  }
  const refusedId = refuseReservedId('task_id', change.task_id ?? '');
  if (refusedId) throw refusedId;

  const { store, assigned_to: assignee, status: wanted, ...columns } = change;
  const storeId =
    store === undefined ? (before?.store_id ?? '') : await resolveStore(tx, caller, store);
  const assignedTo = await assigneeAfter(tx, before, assignee, storeId);

  const start = before ?? { ...NEW, assigned_to: assignedTo };
  const status = statusAfter(start, { status: wanted, assigned_to: assignedTo });
  const refusedMove = refuseTaskMove(start.status, status, caller);
  if (refusedMove) throw refusedMove;

  const row = {
    ...columns,
    store_id: storeId,
    assigned_to: assignedTo,
    status,
    ...(isRewritten(before, columns) && { cause: null, cause_values: null }),
    ...completionAfter(start, status, { userId: caller.userId, now }),
  };
  const id = before?.id ?? newId();
  try {
    if (before) await updateTask(tx, id, row);
    else {
      const { task_id = '', title = '', priority = 'medium' } = columns;
      await insertTask(tx, { ...row, id, task_id, title, priority });
    }
  } catch (error) {
    throw refusal(error);
  }
  const saved = await taskById(tx, id, now);
  if (saved === undefined) throw notFound('Task');
  await record(tx, taskSaved(saved));
  return saved;
}

/** A text that a person wrote is shown as it is, not as that of its cause. */
const isRewritten = (
  before: Pick<Task, 'title' | 'description'> | undefined,
  { title, description }: Partial<Pick<TaskInput, 'title' | 'description'>>,
): boolean =>
  before !== undefined &&
  ((title !== undefined && title !== before.title) ||
    (description !== undefined && description !== before.description));

const NEW = { status: 'pending', completed_at: null, completed_by: null } as const;

/** Also checks the current assignee if the task moves to another store. */
async function assigneeAfter(
  tx: Tx,
  before: { assigned_to: string | null; store_id: string } | undefined,
  requested: string | null | undefined,
  storeId: string,
): Promise<string | null> {
  const kept = before?.assigned_to ?? null;
  const ref = requested === undefined ? kept : requested;
  if (ref === null || (ref === kept && storeId === before?.store_id)) return ref;
  return resolveAssignee(tx, ref, storeId);
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'tasks_task_id_key':
    case 'tasks_sanity_id_key':
      return conflict('DUPLICATE', 'Another task has this task_id or content id.');
    case 'tasks_store_id_fkey':
      return invalidField('store', 'There is no such store.');
    case 'tasks_assigned_to_fkey':
      return invalidField('assigned_to', 'No employee with this id or number works at the store.');
    default:
      return error;
  }
}
