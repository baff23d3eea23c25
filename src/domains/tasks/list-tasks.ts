import type { Static } from '../../platform/http/schemas.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { userByEmployeeRef } from '../people/index.js';
import { resolveScope } from '../stores/index.js';
import { listTasks, type Task } from './repository.js';
import type { TaskQuery } from './schemas.js';

/** Tasks of the caller's stores. A filter with an unknown store or assignee returns no tasks. */
export async function findTasks(
  { db, clock }: Platform,
  caller: Staff,
  query: Static<typeof TaskQuery>,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Task[]> {
  const storeIds = await resolveScope(db, caller, query.store);
  const assignee =
    query.assigned_to === undefined ? undefined : await userByEmployeeRef(db, query.assigned_to);
  if (query.assigned_to !== undefined && assignee === undefined) return [];
  return listTasks(
    db,
    {
      storeIds,
      status: query.status,
      priority: query.priority,
      assignedTo: assignee?.id,
      overdue: query.overdue,
      dueBefore: query.due_before,
    },
    clock.now(),
    after,
    limit,
  );
}
