import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tasks } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';
import type { CauseName } from './causes.js';
import type { Priority, TaskStatus } from './rules.js';

type TaskColumns = Omit<Selectable<Tasks>, 'priority' | 'status' | 'cause' | 'cause_values'> & {
  priority: Priority;
  status: TaskStatus;
  cause: CauseName | null;
  cause_values: Record<string, string> | null;
};

/** A task with its store's code and name, and whether it is overdue. */
export type Task = TaskColumns & {
  store_code: string;
  store_name: string;
  is_overdue: boolean;
  /** `created_at` in microseconds for the cursor; a Date has only milliseconds. */
  created_key: string;
};

/** Overdue by the store's local date; a plain expression, so that lists can filter by it. */
const isOverdue = (now: Date) =>
  sql<boolean>`(tasks.due_date is not null and tasks.status <> 'completed'
    and tasks.due_date < (${now}::timestamptz at time zone stores.time_zone)::date)`;

const tasksAt = (reader: Reader, now: Date) =>
  reader
    .selectFrom('tasks')
    .innerJoin('stores', 'stores.id', 'tasks.store_id')
    .selectAll('tasks')
    .select([
      'stores.code as store_code',
      'stores.name as store_name',
      isOverdue(now).as('is_overdue'),
      sql<string>`to_char(tasks.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'created_key',
      ),
    ])
    .$castTo<Task>();

export const taskByTaskId = (
  reader: Reader,
  taskId: string,
  now: Date,
): Promise<Task | undefined> =>
  tasksAt(reader, now).where('tasks.task_id', '=', taskId).executeTakeFirst();

export const taskById = (reader: Reader, id: string, now: Date): Promise<Task | undefined> =>
  tasksAt(reader, now).where('tasks.id', '=', id).executeTakeFirst();

/** Without the join: a parallel change of the store would make the locked row look missing. */
export const lockTask = (tx: Tx, taskId: string): Promise<TaskColumns | undefined> =>
  tx
    .selectFrom('tasks')
    .selectAll()
    .where('task_id', '=', taskId)
    .forUpdate()
    .$castTo<TaskColumns>()
    .executeTakeFirst();

export type TaskFilter = {
  /** Undefined: every store. Empty: none. */
  storeIds?: readonly string[];
  status?: string;
  priority?: string;
  assignedTo?: string;
  overdue?: boolean;
  dueBefore?: string;
};

/** Newest first. */
export function listTasks(
  reader: Reader,
  filter: TaskFilter,
  now: Date,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Task[]> {
  const { storeIds, status, priority, assignedTo, overdue, dueBefore } = filter;
  let query = tasksAt(reader, now);
  if (storeIds) query = query.where('tasks.store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  if (status !== undefined) query = query.where('tasks.status', '=', status);
  if (priority !== undefined) query = query.where('tasks.priority', '=', priority);
  if (assignedTo !== undefined) query = query.where('tasks.assigned_to', '=', assignedTo);
  if (dueBefore !== undefined) query = query.where('tasks.due_date', '<', dueBefore);
  if (overdue !== undefined) query = query.where(isOverdue(now), '=', overdue);
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(tasks.created_at, tasks.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  }
  return query
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(limit)
    .execute();
}

export const insertTask = (tx: Tx, row: Insertable<Tasks>) =>
  tx.insertInto('tasks').values(row).execute();

/** False if a task with this `task_id` exists. */
export async function insertTaskOnce(tx: Tx, row: Insertable<Tasks>): Promise<boolean> {
  const inserted = await tx
    .insertInto('tasks')
    .values(row)
    .onConflict(conflict => conflict.column('task_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const updateTask = (tx: Tx, id: string, change: Updateable<Tasks>) =>
  tx
    .updateTable('tasks')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteTask = (tx: Tx, id: string) =>
  tx.deleteFrom('tasks').where('id', '=', id).execute();
