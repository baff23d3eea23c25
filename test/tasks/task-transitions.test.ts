import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTask, openShop, person, rowsOf, type Shop, TASKS } from './support.js';

const now = new Date('2030-05-06T14:00:00Z');
const stamp = now.toISOString();

let shop: Shop;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  tokens.cashier = await shop.tillToken('EMP001');
  tokens.supervisor = await shop.tillToken('EMP002');
  tokens.manager = await shop.officeToken();
});
afterAll(() => shop.close());

type Who = 'cashier' | 'supervisor' | 'manager';

/** A task in the given state; a completed one was completed by the manager. */
async function taskIn(status: string, fields: object = {}) {
  const body = newTask({ status, ...fields });
  const reply = await shop.call('POST', TASKS, { token: tokens.manager, body });
  expect(reply.status).toBe(201);
  return reply.body;
}
const act = (taskId: string, action: string, who: Who = 'manager') =>
  shop.call('POST', `${TASKS}${taskId}/${action}/`, { token: tokens[who] });
const setStatus = (taskId: string, status: string, who: Who = 'manager') =>
  shop.call('PATCH', `${TASKS}${taskId}/`, { token: tokens[who], body: { status } });

const done = (n: number) => ({ status: 'completed', completed_at: stamp, completed_by: person(n) });
const started = { status: 'in_progress', completed_at: null, completed_by: null };

describe('the actions on a task', () => {
  it.each([
    ['pending', 'accept', 200, started],
    ['pending', 'complete', 200, done(3)],
    ['pending', 'reopen', 409, { status: 'pending' }],
    ['in_progress', 'accept', 409, { status: 'in_progress' }],
    ['in_progress', 'complete', 200, done(3)],
    ['in_progress', 'reopen', 409, { status: 'in_progress' }],
    ['completed', 'accept', 409, done(3)],
    ['completed', 'complete', 409, done(3)],
    ['completed', 'reopen', 200, started],
  ])('%s: %s answers %i', async (from, action, status, after) => {
    const task = await taskIn(from);
    const before = await rowsOf(shop, 'tasks');
    const reply = await act(task.task_id, action);
    expect(reply.status).toBe(status);
    if (status === 409) {
      expect(reply.body).toMatchObject({ code: 'INVALID_STATE', details: { status: from } });
      expect(await rowsOf(shop, 'tasks')).toEqual(before);
    }
    const { body } = await shop.call('GET', `${TASKS}${task.task_id}/`, { token: tokens.manager });
    expect(body).toMatchObject(after);
  });

  it('are allowed for cashiers, except reopening', async () => {
    const task = await taskIn('pending');
    expect((await act(task.task_id, 'accept', 'cashier')).body).toMatchObject({
      ...started,
      assigned_to: person(1),
      assigned_to_name: 'Casey Nguyen',
    });
    expect((await act(task.task_id, 'complete', 'cashier')).body).toMatchObject({
      ...done(1),
      completed_by_name: 'Casey Nguyen',
    });
    for (const who of ['cashier', 'supervisor'] as const) {
      expect((await act(task.task_id, 'reopen', who)).status).toBe(403);
    }
    expect((await act(task.task_id, 'reopen')).body).toMatchObject({
      ...started,
      completed_by_name: null,
      assigned_to: person(1),
    });
  });

  it('keep the assignee, whoever accepts or completes the task', async () => {
    const task = await taskIn('pending', { assigned_to: 'EMP002' });
    expect((await act(task.task_id, 'accept', 'cashier')).body.assigned_to).toBe(person(2));
    expect((await act(task.task_id, 'complete', 'cashier')).body).toMatchObject({
      assigned_to: person(2),
      completed_by: person(1),
    });
  });

  it('keep a task without assignee when it is completed at once', async () => {
    const task = await taskIn('pending');
    expect((await act(task.task_id, 'complete', 'cashier')).body).toMatchObject({
      assigned_to: null,
      completed_by: person(1),
    });
  });

  it('let one of two concurrent completions win', async () => {
    for (let round = 0; round < 5; round += 1) {
      const task = await taskIn('in_progress');
      const people = ['cashier', 'supervisor'] as const;
      const replies = await Promise.all(people.map(who => act(task.task_id, 'complete', who)));
      expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
      const winner = replies[0]?.status === 200 ? person(1) : person(2);
      const kept = await shop.call('GET', `${TASKS}${task.task_id}/`, { token: tokens.manager });
      expect(kept.body).toMatchObject({ status: 'completed', completed_by: winner });
    }
  });

  it('let one of two concurrent acceptances win', async () => {
    const task = await taskIn('pending');
    const people = ['cashier', 'supervisor'] as const;
    const replies = await Promise.all(people.map(who => act(task.task_id, 'accept', who)));
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
    const winner = replies[0]?.status === 200 ? person(1) : person(2);
    const kept = await shop.call('GET', `${TASKS}${task.task_id}/`, { token: tokens.manager });
    expect(kept.body.assigned_to).toBe(winner);
  });
});

describe('a status in a PATCH', () => {
  it.each([
    ['pending', 'pending', 'supervisor', 200],
    ['pending', 'in_progress', 'supervisor', 200],
    ['pending', 'completed', 'supervisor', 200],
    ['in_progress', 'pending', 'supervisor', 200],
    ['in_progress', 'in_progress', 'supervisor', 200],
    ['in_progress', 'completed', 'supervisor', 200],
    ['completed', 'pending', 'supervisor', 409],
    ['completed', 'pending', 'manager', 409],
    ['completed', 'in_progress', 'supervisor', 403],
    ['completed', 'in_progress', 'manager', 200],
    ['completed', 'completed', 'supervisor', 200],
  ] as const)('from %s to %s by a %s answers %i', async (from, to, who, status) => {
    const task = await taskIn(from);
    const reply = await setStatus(task.task_id, to, who);
    expect(reply.status).toBe(status);
    const { body } = await shop.call('GET', `${TASKS}${task.task_id}/`, { token: tokens.manager });
    expect(body.status).toBe(status === 200 ? to : from);
    const completer = from === 'completed' ? person(3) : person(2);
    expect(body.completed_by).toBe(body.status === 'completed' ? completer : null);
    expect(body.completed_at).toBe(body.status === 'completed' ? stamp : null);
  });

  it('that is refused rolls back the rest of the change', async () => {
    const task = await taskIn('completed');
    const before = await rowsOf(shop, 'tasks');
    const reply = await shop.call('PATCH', `${TASKS}${task.task_id}/`, {
      token: tokens.manager,
      body: { status: 'pending', title: 'Something else' },
    });
    expect(reply.status).toBe(409);
    expect(await rowsOf(shop, 'tasks')).toEqual(before);
  });

  it('that resets a started task keeps its assignee', async () => {
    const task = await taskIn('in_progress', { assigned_to: 'EMP001' });
    expect((await setStatus(task.task_id, 'pending', 'supervisor')).body).toMatchObject({
      status: 'pending',
      assigned_to: person(1),
    });
  });
});
