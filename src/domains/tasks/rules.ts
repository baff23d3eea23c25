import { momentOf } from '../../platform/clock.js';
import { conflict, type Failure, forbidden, invalidField } from '../../platform/http/failure.js';
import { can, type Holder, type Permission } from '../access/index.js';

export const PRIORITIES = ['low', 'medium', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** State → next state → required permission. Reopening needs a manager, like deleting. */
export const TASK_MOVES: Record<TaskStatus, Partial<Record<TaskStatus, Permission>>> = {
  pending: { in_progress: 'task.work', completed: 'task.work' },
  in_progress: { completed: 'task.work', pending: 'task.manage' },
  completed: { in_progress: 'task.delete' },
};

/** `accept` and `reopen` lead to the same state from different ones. */
export const TASK_ACTIONS = {
  accept: { from: ['pending'], to: 'in_progress', permission: 'task.work' },
  complete: { from: ['pending', 'in_progress'], to: 'completed', permission: 'task.work' },
  reopen: { from: ['completed'], to: 'in_progress', permission: 'task.delete' },
} as const satisfies Record<
  string,
  { from: readonly TaskStatus[]; to: TaskStatus; permission: Permission }
>;
export type TaskAction = keyof typeof TASK_ACTIONS;

/** A delivery's status is free text, but actions use only these. */
export const DELIVERY_ACTIONS = {
  dispatch: { from: ['scheduled'], to: 'in_transit' },
  arrive: { from: ['in_transit'], to: 'arrived' },
  cancel: { from: ['scheduled', 'in_transit'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly string[]; to: string }>;
export type DeliveryAction = keyof typeof DELIVERY_ACTIONS;

const wrongMove = (what: string, from: string, to: string): Failure =>
  conflict('INVALID_STATE', `This ${what} cannot go from ${from} to ${to}.`, { status: from });

/** A PUT may repeat the current status. */
export function refuseTaskMove(
  from: TaskStatus,
  to: TaskStatus,
  caller: Holder,
): Failure | undefined {
  if (from === to) return undefined;
  const permission = TASK_MOVES[from][to];
  if (permission === undefined) return wrongMove('task', from, to);
  if (can(caller, permission)) return undefined;
  return forbidden('Your role does not allow this move.', 'PERMISSION_DENIED');
}

/** Unlike a PUT, an action refuses to repeat the current status. */
export function refuseAction(
  what: 'task' | 'delivery',
  from: string,
  action: { from: readonly string[]; to: string },
): Failure | undefined {
  return action.from.includes(from) ? undefined : wrongMove(what, from, action.to);
}

/** Assigning a pending task starts it, unless the same change names a status. */
export function statusAfter(
  task: { status: TaskStatus; assigned_to: string | null },
  change: { status?: TaskStatus; assigned_to?: string | null },
): TaskStatus {
  if (change.status !== undefined) return change.status;
  const { assigned_to: assignee = task.assigned_to } = change;
  const isAssigned = assignee !== null && assignee !== task.assigned_to;
  return isAssigned && task.status === 'pending' ? 'in_progress' : task.status;
}

export type Completion = { completed_at: Date | null; completed_by: string | null };

/** Only a completed task has `completed_at` and `completed_by`. */
export function completionAfter(
  task: { status: TaskStatus } & Completion,
  to: TaskStatus,
  by: { userId: string; now: Date },
): Completion {
  if (to !== 'completed') return { completed_at: null, completed_by: null };
  if (task.status !== 'completed') return { completed_at: by.now, completed_by: by.userId };
  return { completed_at: task.completed_at, completed_by: task.completed_by };
}

/** The arrival in the change, else the stored one, else now if the status becomes `arrived`. */
export function arrivalAfter(
  before: { status: string; actual_arrival: Date | null } | undefined,
  change: { status?: string; actual_arrival?: string | null },
  now: Date,
): Date | null {
  const sent = change.actual_arrival;
  const arrival = typeof sent === 'string' ? momentOf(sent) : sent;
  const isEntering = change.status === 'arrived' && before?.status !== 'arrived';
  const known = arrival === undefined ? before?.actual_arrival : arrival;
  return known ?? (isEntering ? now : null);
}

/** Ids that cannot be a path segment: one is a route, and HTTP clients resolve dots. */
const RESERVED_IDS = new Set(['delivery-schedules', '.', '..']);

export function refuseReservedId(
  field: 'task_id' | 'delivery_id',
  id: string,
): Failure | undefined {
  if (!RESERVED_IDS.has(id)) return undefined;
  return invalidField(field, 'This id is reserved; choose another.');
}
