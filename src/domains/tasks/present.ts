import type { Reader } from '../../platform/database/tx.js';
import { fullName, usersById } from '../people/index.js';
import type { Delivery } from './delivery-repository.js';
import type { Task } from './repository.js';

/** Adds the names of assignee and completer. */
export async function presentTasks(reader: Reader, tasks: readonly Task[]) {
  const ids = new Set(tasks.flatMap(task => [task.assigned_to, task.completed_by]));
  const known = [...ids].filter(id => id !== null);
  const people = known.length === 0 ? [] : await usersById(reader, known);
  const names = new Map(people.map(person => [person.id, fullName(person)]));
  const nameOf = (id: string | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  return tasks.map(task => ({
    id: task.id,
    task_id: task.task_id,
    sanity_id: task.sanity_id,
    title: task.title,
    description: task.description,
    assigned_to: task.assigned_to,
    assigned_to_name: nameOf(task.assigned_to),
    store: task.store_id,
    store_code: task.store_code,
    store_name: task.store_name,
    priority: task.priority,
    status: task.status,
    due_date: task.due_date,
    is_overdue: task.is_overdue,
    cause: task.cause,
    cause_values: task.cause_values,
    completed_by: task.completed_by,
    completed_by_name: nameOf(task.completed_by),
    completed_at: task.completed_at?.toISOString() ?? null,
    created_at: task.created_at.toISOString(),
    updated_at: task.updated_at.toISOString(),
  }));
}

export type PresentedTask = Awaited<ReturnType<typeof presentTasks>>[number];

export async function presentTask(reader: Reader, task: Task): Promise<PresentedTask> {
  const [presented] = await presentTasks(reader, [task]);
  if (presented === undefined) throw new Error('a task was not presented');
  return presented;
}

export const presentDelivery = ({ store_id, ...delivery }: Delivery) => ({
  ...delivery,
  store: store_id,
  actual_arrival: delivery.actual_arrival?.toISOString() ?? null,
  created_at: delivery.created_at.toISOString(),
  updated_at: delivery.updated_at.toISOString(),
});
