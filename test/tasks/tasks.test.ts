import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AIRPORT,
  DOWNTOWN,
  fresh,
  newTask,
  openShop,
  person,
  refusalsIn,
  type Shop,
  TASKS,
} from './support.js';

let shop: Shop;
let manager: string;
let supervisor: string;
let cashier: string;
let foreigner: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken();
  supervisor = await shop.tillToken('EMP002');
  cashier = await shop.tillToken('EMP001');
  foreigner = await shop.tillToken('EMP005');
});
afterAll(() => shop.close());

const create = (fields: object = {}, token = manager) =>
  shop.call('POST', TASKS, { token, body: newTask(fields) });
const read = (taskId: string, token = manager) =>
  shop.call('GET', `${TASKS}${encodeURIComponent(taskId)}/`, { token });
const patch = (taskId: string, body: unknown, token = manager) =>
  shop.call('PATCH', `${TASKS}${encodeURIComponent(taskId)}/`, { token, body });

const refused = refusalsIn(() => shop, 'tasks');

describe('a new task', () => {
  it('has every field of a task, including names of people and store', async () => {
    const reply = await create({
      task_id: 'count-mugs',
      sanity_id: 'task-doc-1',
      title: 'Count the mugs',
      description: 'All of them.',
      assigned_to: person(1),
      priority: 'high',
      due_date: '2999-12-31',
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      task_id: 'count-mugs',
      sanity_id: 'task-doc-1',
      title: 'Count the mugs',
      description: 'All of them.',
      assigned_to: person(1),
      assigned_to_name: 'Casey Nguyen',
      store: DOWNTOWN,
      store_code: 'DOWNTOWN',
      store_name: 'Tillhouse Downtown',
      priority: 'high',
      status: 'pending',
      due_date: '2999-12-31',
      is_overdue: false,
      cause: null,
      cause_values: null,
      completed_by: null,
      completed_by_name: null,
      completed_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await read('count-mugs')).body).toEqual(reply.body);
  });

  it('is pending, unassigned and without a due date by default', async () => {
    const { body } = await create();
    expect(body).toMatchObject({
      status: 'pending',
      description: '',
      sanity_id: null,
      assigned_to: null,
      assigned_to_name: null,
      due_date: null,
      is_overdue: false,
      completed_at: null,
    });
  });

  it('can be created as completed', async () => {
    const { body } = await create({ status: 'completed' });
    expect(body).toMatchObject({
      status: 'completed',
      completed_by: person(3),
      completed_by_name: 'Morgan Reyes',
      completed_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([DOWNTOWN, 'DOWNTOWN', 'store-downtown'])('accepts its store as %s', async store => {
    expect((await create({ store })).body.store).toBe(DOWNTOWN);
  });

  it.each([person(2), 'EMP002'])('accepts its assignee as %s', async assigned_to => {
    expect((await create({ assigned_to })).body).toMatchObject({
      assigned_to: person(2),
      status: 'pending',
    });
  });

  it('ignores unknown and read-only fields', async () => {
    const { status, body } = await create({
      id: person(1),
      completed_by: person(1),
      completed_at: '2020-01-01T00:00:00Z',
      created_at: '2020-01-01T00:00:00Z',
      is_overdue: true,
      colour: 'red',
    });
    expect(status).toBe(201);
    expect(body.id).not.toBe(person(1));
    expect(body).toMatchObject({ completed_by: null, completed_at: null, is_overdue: false });
    expect(body.created_at).not.toBe('2020-01-01T00:00:00.000Z');
    expect(body).not.toHaveProperty('colour');
  });

  it('is found under an id that needs escaping in a path', async () => {
    for (const task_id of ['Été 50 % / änd more?', '🧹'.repeat(100)]) {
      expect((await create({ task_id })).status).toBe(201);
      expect((await read(task_id)).body.task_id).toBe(task_id);
    }
  });
});

describe('the fields of a task', () => {
  it.each([
    ['task_id', 100],
    ['title', 255],
    ['sanity_id', 255],
    ['description', 20_000],
  ])('%s accepts %i characters and not one more', async (field, max) => {
    const letters = fresh('x').padEnd(max, 'ö');
    const kept = await create({ [field]: letters });
    expect(kept.status).toBe(201);
    expect(kept.body[field]).toBe(letters);
    const reply = await refused(() => create({ [field]: `${fresh('y').padEnd(max, 'ö')}ö` }), 400);
    expect(reply.body.errors[field]).toContain(`Must have at most ${max} characters.`);
  });

  it.each(['task_id', 'title', 'store', 'priority'])('%s is required', async field => {
    const body: Record<string, unknown> = newTask();
    delete body[field];
    const reply = await refused(() => shop.call('POST', TASKS, { token: manager, body }), 400);
    expect(reply.body).toMatchObject({
      code: 'INVALID',
      errors: { [field]: ['This field is required.'] },
    });
  });

  it.each([
    ['task_id', ''],
    ['task_id', null],
    ['task_id', 7],
    ['title', ''],
    ['title', 7],
    ['title', null],
    ['sanity_id', ''],
    ['sanity_id', 7],
    ['description', null],
    ['description', 7],
    ['store', null],
    ['store', 1],
    ['store', 'NOWHERE'],
    ['store', '11111111-1111-4111-8111-111111111111'],
    ['assigned_to', 1],
    ['assigned_to', ''],
    ['assigned_to', 'EMP999'],
    ['assigned_to', '11111111-1111-4111-8111-111111111111'],
    ['priority', 'urgent'],
    ['priority', 'High'],
    ['priority', null],
    ['priority', 1],
    ['status', 'done'],
    ['status', null],
    ['status', 'x'.repeat(21)],
    ['due_date', '2030-02-30'],
    ['due_date', '2030-1-1'],
    ['due_date', '2030-01-01T00:00:00Z'],
    ['due_date', 20300101],
    ['due_date', ''],
  ])('%s refuses %j', async (field, value) => {
    const reply = await refused(() => create({ [field]: value }), 400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
    const { body: task } = await create();
    const changed = await refused(() => patch(task.task_id, { [field]: value }), 400);
    expect(Object.keys(changed.body.errors)).toEqual([field]);
  });

  it('are all validated at once', async () => {
    const reply = await refused(
      () => shop.call('POST', TASKS, { token: manager, body: { priority: 'x', due_date: 1 } }),
      400,
    );
    expect(Object.keys(reply.body.errors).sort()).toEqual([
      'due_date',
      'priority',
      'store',
      'task_id',
      'title',
    ]);
  });

  it('refuse a date out of range', async () => {
    await refused(() => create({ due_date: '0000-01-01' }), 400);
  });

  it('keep task_id and content id unique', async () => {
    const { body: first } = await create({ sanity_id: fresh('doc') });
    const { body: second } = await create();
    for (const taken of [{ task_id: first.task_id }, { sanity_id: first.sanity_id }]) {
      expect((await refused(() => create(taken), 409)).body.code).toBe('DUPLICATE');
      expect((await refused(() => patch(second.task_id, taken), 409)).body.code).toBe('DUPLICATE');
    }
  });

  it('refuse an assignee who is a customer, inactive or of another store', async () => {
    const shopper = '00000000-0000-4000-a003-000000000001';
    for (const assigned_to of [shopper, 'EMP005']) {
      const reply = await refused(() => create({ assigned_to }), 400);
      expect(Object.keys(reply.body.errors)).toEqual(['assigned_to']);
    }
    const { db } = shop.platform;
    const retire = (is_active: boolean) =>
      db.updateTable('users').set({ is_active }).where('id', '=', person(2)).execute();
    await retire(false);
    await refused(() => create({ assigned_to: 'EMP002' }), 400);
    await retire(true);
  });

  it('refuse an id that equals the path of deliveries', async () => {
    const reply = await refused(() => create({ task_id: 'delivery-schedules' }), 400);
    expect(Object.keys(reply.body.errors)).toEqual(['task_id']);
    const { body: task } = await create();
    await refused(() => patch(task.task_id, { task_id: 'delivery-schedules' }), 400);
  });
});

describe('a changed task', () => {
  it('keeps what a PATCH omits', async () => {
    const { body: task } = await create({ description: 'First', due_date: '2999-01-01' });
    const { status, body } = await patch(task.task_id, { title: 'Mop the floor', due_date: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...task,
      title: 'Mop the floor',
      due_date: null,
      updated_at: expect.any(String),
    });
  });

  it('needs every required field in a PUT', async () => {
    const { body: task } = await create();
    const put = (body: object) =>
      shop.call('PUT', `${TASKS}${task.task_id}/`, { token: manager, body });
    const reply = await refused(() => put({ title: 'Mop the floor' }), 400);
    expect(Object.keys(reply.body.errors).sort()).toEqual(['priority', 'store', 'task_id']);
    const written = await put(newTask({ task_id: task.task_id, title: 'Mop', priority: 'low' }));
    expect(written.body).toMatchObject({ id: task.id, title: 'Mop', priority: 'low' });
  });

  it('answers under its new id and no longer under the old one', async () => {
    const { body: task } = await create();
    const task_id = fresh('renamed');
    expect((await patch(task.task_id, { task_id })).body).toMatchObject({ id: task.id, task_id });
    expect((await read(task.task_id)).status).toBe(404);
    expect((await read(task_id)).status).toBe(200);
  });

  it('starts when a pending task is assigned, and stays when it is unassigned', async () => {
    const { body: task } = await create();
    const given = await patch(task.task_id, { assigned_to: 'EMP001' });
    expect(given.body).toMatchObject({ status: 'in_progress', assigned_to_name: 'Casey Nguyen' });
    const taken = await patch(task.task_id, { assigned_to: null });
    expect(taken.body).toMatchObject({ status: 'in_progress', assigned_to: null });
  });

  it('moves to another store only with an assignee who works there', async () => {
    const { body: task } = await create({ assigned_to: 'EMP001' });
    const reply = await refused(() => patch(task.task_id, { store: 'AIRPORT' }), 400);
    expect(Object.keys(reply.body.errors)).toEqual(['assigned_to']);
    const moved = await patch(task.task_id, { store: 'AIRPORT', assigned_to: 'EMP005' });
    expect(moved.body).toMatchObject({ store: AIRPORT, assigned_to: person(5) });
  });

  it('is gone after DELETE', async () => {
    const { body: task } = await create();
    const remove = () => shop.call('DELETE', `${TASKS}${task.task_id}/`, { token: manager });
    expect((await remove()).status).toBe(204);
    expect((await read(task.task_id)).status).toBe(404);
    expect((await remove()).status).toBe(404);
  });
});

describe('permissions for tasks', () => {
  it('let a cashier read and work, not write or delete', async () => {
    const { body: task } = await create();
    const path = `${TASKS}${task.task_id}/`;
    expect((await read(task.task_id, cashier)).status).toBe(200);
    await refused(() => create({}, cashier), 403);
    await refused(() => patch(task.task_id, { title: 'Mine' }, cashier), 403);
    await refused(() => shop.call('PUT', path, { token: cashier, body: newTask() }), 403);
    await refused(() => shop.call('DELETE', path, { token: cashier }), 403);
  });

  it('let a supervisor write, not delete', async () => {
    const { status, body: task } = await create({}, supervisor);
    expect(status).toBe(201);
    expect((await patch(task.task_id, { title: 'Ours' }, supervisor)).status).toBe(200);
    const path = `${TASKS}${task.task_id}/`;
    await refused(() => shop.call('DELETE', path, { token: supervisor }), 403);
  });

  it('need a login', async () => {
    expect((await shop.call('GET', TASKS)).status).toBe(401);
    await refused(() => shop.call('POST', TASKS, { body: newTask() }), 401);
  });

  it('hide the tasks of another store', async () => {
    const { body: task } = await create();
    const path = `${TASKS}${task.task_id}/`;
    expect((await read(task.task_id, foreigner)).status).toBe(404);
    for (const action of ['accept', 'complete']) {
      await refused(() => shop.call('POST', `${path}${action}/`, { token: foreigner }), 404);
    }
    const { body: theirs } = await create({ store: 'AIRPORT' });
    await refused(() => patch(theirs.task_id, { title: 'Ours' }, supervisor), 404);
    const boss = await shop.tillToken('EMP003');
    await refused(() => shop.call('DELETE', `${TASKS}${theirs.task_id}/`, { token: boss }), 404);
    await refused(
      () => shop.call('POST', `${TASKS}${theirs.task_id}/reopen/`, { token: boss }),
      404,
    );
  });

  it('answer the same for a hidden store as for an unknown one', async () => {
    const reply = await refused(() => create({ store: 'AIRPORT' }, supervisor), 400);
    const unknown = await refused(() => create({ store: 'NOWHERE' }, supervisor), 400);
    expect(reply.body).toEqual(unknown.body);
    const { body: task } = await create();
    await refused(() => patch(task.task_id, { store: 'AIRPORT' }, supervisor), 400);
  });
});

it('answer 404 for an unknown task', async () => {
  for (const taskId of ['no-such-task', 'x'.repeat(250), '%']) {
    expect((await read(taskId)).body).toEqual({ detail: 'Task not found.', code: 'NOT_FOUND' });
  }
});
