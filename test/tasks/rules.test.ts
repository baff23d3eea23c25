import { describe, expect, it } from 'vitest';
import { roleHolds } from '../../src/domains/access/index.js';
import {
  arrivalAfter,
  completionAfter,
  DELIVERY_ACTIONS,
  refuseAction,
  refuseReservedId,
  refuseTaskMove,
  statusAfter,
  TASK_ACTIONS,
  TASK_STATUSES,
  type TaskStatus,
} from '../../src/domains/tasks/rules.js';

const ROLES = ['cashier', 'supervisor', 'manager', 'admin'] as const;
const now = new Date('2030-05-06T12:00:00Z');

describe('the transitions of a task', () => {
  // From, to, and the lowest role that may make the transition; null is no role.
  const table: [TaskStatus, TaskStatus, (typeof ROLES)[number] | null][] = [
    ['pending', 'pending', 'cashier'],
    ['pending', 'in_progress', 'cashier'],
    ['pending', 'completed', 'cashier'],
    ['in_progress', 'pending', 'supervisor'],
    ['in_progress', 'in_progress', 'cashier'],
    ['in_progress', 'completed', 'cashier'],
    ['completed', 'pending', null],
    ['completed', 'in_progress', 'manager'],
    ['completed', 'completed', 'cashier'],
  ];

  it.each(table)('from %s to %s need a %s or above', (from, to, lowest) => {
    const outcome = ROLES.map(role => refuseTaskMove(from, to, { role })?.status ?? 200);
    const expected = ROLES.map((_, rank) => {
      if (lowest === null) return 409;
      return rank >= ROLES.indexOf(lowest) ? 200 : 403;
    });
    expect(outcome).toEqual(expected);
  });

  it('are all in the table', () => {
    expect(table).toHaveLength(TASK_STATUSES.length ** 2);
  });

  it('allow every action: its role may make each of its transitions', () => {
    for (const { from, to, permission } of Object.values(TASK_ACTIONS)) {
      for (const role of ROLES.filter(each => roleHolds(each, permission))) {
        for (const status of from) expect(refuseTaskMove(status, to, { role })).toBeUndefined();
      }
    }
  });

  it('name the state that prevents them', () => {
    const refused = refuseTaskMove('completed', 'pending', { role: 'admin' });
    expect(refused).toMatchObject({
      code: 'INVALID_STATE',
      message: 'This task cannot go from completed to pending.',
      extra: { details: { status: 'completed' } },
    });
  });
});

describe('the status after a change', () => {
  const task = (status: TaskStatus, assigned_to: string | null = null) => ({ status, assigned_to });

  it.each([
    ['starts a pending task on assignment', task('pending'), { assigned_to: 'a' }, 'in_progress'],
    ['starts one on reassignment', task('pending', 'b'), { assigned_to: 'a' }, 'in_progress'],
    ['keeps one with the same assignee', task('pending', 'a'), { assigned_to: 'a' }, 'pending'],
    ['keeps one that is unassigned', task('pending', 'a'), { assigned_to: null }, 'pending'],
    ['keeps one without an assignee', task('pending'), {}, 'pending'],
    [
      'prefers an explicit status',
      task('pending'),
      { assigned_to: 'a', status: 'pending' },
      'pending',
    ],
    ['keeps a completed task completed', task('completed'), { assigned_to: 'a' }, 'completed'],
    ['keeps a running task running', task('in_progress', 'b'), { assigned_to: 'a' }, 'in_progress'],
  ] as const)('%s', (_, before, change, after) => {
    expect(statusAfter(before, change)).toBe(after);
  });
});

describe('the completion of a task', () => {
  const by = { userId: 'me', now };
  const earlier = new Date('2030-05-01T08:00:00Z');
  const done = { status: 'completed', completed_at: earlier, completed_by: 'you' } as const;
  const open = { status: 'pending', completed_at: null, completed_by: null } as const;

  it('is set on entering completed', () => {
    expect(completionAfter(open, 'completed', by)).toEqual({
      completed_at: now,
      completed_by: 'me',
    });
  });
  it('is kept while completed', () => {
    expect(completionAfter(done, 'completed', by)).toEqual({
      completed_at: earlier,
      completed_by: 'you',
    });
  });
  it('is cleared on leaving completed', () => {
    expect(completionAfter(done, 'in_progress', by)).toEqual({
      completed_at: null,
      completed_by: null,
    });
  });
});

describe('the actions on a delivery', () => {
  const statuses = ['scheduled', 'in_transit', 'arrived', 'cancelled', 'delayed'];
  const allowed = {
    dispatch: ['scheduled'],
    arrive: ['in_transit'],
    cancel: ['scheduled', 'in_transit'],
  };
  it.each(Object.keys(allowed) as (keyof typeof allowed)[])('%s only where it is valid', name => {
    const works = statuses.filter(
      status => refuseAction('delivery', status, DELIVERY_ACTIONS[name]) === undefined,
    );
    expect(works).toEqual(allowed[name]);
  });
});

describe('the arrival of a delivery', () => {
  const known = new Date('2030-05-05T10:00:00Z');
  const given = '2030-05-04T10:00:00Z';
  it.each([
    [
      'is now when it enters arrived',
      { status: 'in_transit', actual_arrival: null },
      { status: 'arrived' },
      now,
    ],
    ['is now for one created as arrived', undefined, { status: 'arrived' }, now],
    [
      'stays on a second arrival',
      { status: 'scheduled', actual_arrival: known },
      { status: 'arrived' },
      known,
    ],
    [
      'stays when the status is repeated',
      { status: 'arrived', actual_arrival: known },
      { status: 'arrived' },
      known,
    ],
    [
      'stays when the status leaves arrived',
      { status: 'arrived', actual_arrival: known },
      { status: 'unloaded' },
      known,
    ],
    [
      'is the given time',
      { status: 'in_transit', actual_arrival: null },
      { status: 'arrived', actual_arrival: given },
      new Date(given),
    ],
    [
      'can be corrected',
      { status: 'arrived', actual_arrival: known },
      { actual_arrival: given },
      new Date(given),
    ],
    [
      'can be removed',
      { status: 'arrived', actual_arrival: known },
      { actual_arrival: null },
      null,
    ],
    [
      'is null before the arrival',
      { status: 'scheduled', actual_arrival: null },
      { status: 'in_transit' },
      null,
    ],
    ['is null for a new one', undefined, {}, null],
  ])('%s', (_, before, change, expected) => {
    expect(arrivalAfter(before, change, now)).toEqual(expected);
  });
});

it('excludes ids that a path cannot contain', () => {
  for (const id of ['delivery-schedules', '.', '..']) {
    expect(refuseReservedId('task_id', id)?.extra.fields).toHaveProperty('task_id');
  }
  for (const id of ['delivery-schedules-1', 'Delivery-Schedules', '...', 'a/b']) {
    expect(refuseReservedId('task_id', id)).toBeUndefined();
  }
});
