import { momentOf } from '../../platform/clock.js';
import { conflict, type Failure, forbidden, invalidField } from '../../platform/http/failure.js';
import { type Permission, type Role, roleHolds } from '../access/index.js';

export const PRIORITIES = ['low', 'medium', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** State → next state → who may make the move. Undoing finished work is a manager's, like deleting it. */
export const TASK_MOVES: Record<TaskStatus, Partial<Record<TaskStatus, Permission>>> = {
  pending: { in_progress: 'task.work', completed: 'task.work' },
  in_progress: { completed: 'task.work', pending: 'task.manage' },
  completed: { in_progress: 'task.delete' },
};

/** What people do to a task. `accept` and `reopen` lead to one state, from different ones. */
export const TASK_ACTIONS = {
  accept: { from: ['pending'], to: 'in_progress', permission: 'task.work' },
  complete: { from: ['pending', 'in_progress'], to: 'completed', permission: 'task.work' },
  reopen: { from: ['completed'], to: 'in_progress', permission: 'task.delete' },
} as const satisfies Record<
  string,
  { from: readonly TaskStatus[]; to: TaskStatus; permission: Permission }
>;
export type TaskAction = keyof typeof TASK_ACTIONS;

/** A delivery's status is free text; the actions know only these. */
export const DELIVERY_ACTIONS = {
  dispatch: { from: ['scheduled'], to: 'in_transit' },
  arrive: { from: ['in_transit'], to: 'arrived' },
  cancel: { from: ['scheduled', 'in_transit'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly string[]; to: string }>;
export type DeliveryAction = keyof typeof DELIVERY_ACTIONS;

const wrongMove = (what: string, from: string, to: string): Failure =>
  conflict('INVALID_STATE', `This ${what} cannot go from ${from} to ${to}.`, { status: from });

/** Staying is no move: a PUT may name the status that already holds. */
export function refuseTaskMove(from: TaskStatus, to: TaskStatus, role: Role): Failure | undefined {
  if (from === to) return undefined;
  const permission = TASK_MOVES[from][to];
  if (permission === undefined) return wrongMove('task', from, to);
  if (roleHolds(role, permission)) return undefined;
  return forbidden('Your role does not allow this move.', 'PERMISSION_DENIED');
}

/** An action is a move even when it would lead where the record already is. */
export function refuseAction(
  what: 'task' | 'delivery',
  from: string,
  action: { from: readonly string[]; to: string },
): Failure | undefined {
  return action.from.includes(from) ? undefined : wrongMove(what, from, action.to);
}

/** Giving a pending task to somebody starts it, unless the same change names a status. */
export function statusAfter(
  task: { status: TaskStatus; assigned_to: string | null },
  change: { status?: TaskStatus; assigned_to?: string | null },
): TaskStatus {
  if (change.status !== undefined) return change.status;
  const { assigned_to: assignee = task.assigned_to } = change;
  const isHandedOver = assignee !== null && assignee !== task.assigned_to;
  return isHandedOver && task.status === 'pending' ? 'in_progress' : task.status;
}

export type Completion = { completed_at: Date | null; completed_by: string | null };

/** Who and when belongs to a completed task and to no other. */
export function completionAfter(
  task: { status: TaskStatus } & Completion,
  to: TaskStatus,
  by: { userId: string; now: Date },
): Completion {
  if (to !== 'completed') return { completed_at: null, completed_by: null };
  if (task.status !== 'completed') return { completed_at: by.now, completed_by: by.userId };
  return { completed_at: task.completed_at, completed_by: task.completed_by };
}

/** When the goods came: as told, else as known, else now for a delivery that enters `arrived`. */
export function arrivalAfter(
  before: { status: string; actual_arrival: Date | null } | undefined,
  change: { status?: string; actual_arrival?: string | null },
  now: Date,
): Date | null {
  const told = change.actual_arrival;
  const arrival = typeof told === 'string' ? momentOf(told) : told;
  const isEntering = change.status === 'arrived' && before?.status !== 'arrived';
  const known = arrival === undefined ? before?.actual_arrival : arrival;
  return known ?? (isEntering ? now : null);
}

/** Words that the path of a task cannot hold: clients resolve dots, and one word is taken. */
const UNADDRESSABLE = new Set(['delivery-schedules', '.', '..']);

export function refuseAddress(field: 'task_id' | 'delivery_id', id: string): Failure | undefined {
  if (!UNADDRESSABLE.has(id)) return undefined;
  return invalidField(field, 'This word cannot stand in an address; choose another.');
}
