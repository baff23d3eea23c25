import type { NotNull } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refundGivenUp } from '../../src/domains/payments/index.js';
import { openRefundTask } from '../../src/domains/tasks/consumers.js';
import { openTask } from '../../src/domains/tasks/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { record } from '../../src/platform/work/events/outbox.js';
import { eventsByPosition } from '../../src/platform/work/events/repository.js';
import {
  AIRPORT,
  DELIVERIES,
  DOWNTOWN,
  eventsAbout,
  fresh,
  newDelivery,
  newTask,
  openShop,
  person,
  type Shop,
  TASKS,
} from './support.js';

let shop: Shop;
let manager: string;
let admin: string;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.officeToken();
  admin = await shop.officeToken('admin');
});
afterAll(() => shop.close());

const call = (method: string, path: string, body?: object, token = manager) =>
  shop.call(method, path, { token, body });

describe('the events of a task', () => {
  it('are published to its store, in order', async () => {
    const sanity_id = fresh('doc');
    const { body: task } = await call('POST', TASKS, newTask({ sanity_id }));
    const path = `${TASKS}${task.task_id}/`;
    await call('PATCH', path, { title: 'Mop the floor' });
    await call('POST', `${path}accept/`);
    await call('POST', `${path}complete/`);
    await call('DELETE', path);
    const data = { id: task.id, task_id: task.task_id, sanity_id };
    expect(await eventsAbout(shop, task.id)).toEqual([
      { event: 'task.saved', store_id: DOWNTOWN, data: { ...data, status: 'pending' } },
      { event: 'task.saved', store_id: DOWNTOWN, data: { ...data, status: 'pending' } },
      { event: 'task.saved', store_id: DOWNTOWN, data: { ...data, status: 'in_progress' } },
      { event: 'task.saved', store_id: DOWNTOWN, data: { ...data, status: 'completed' } },
      { event: 'task.deleted', store_id: DOWNTOWN, data: { ...data, status: 'completed' } },
    ]);
  });

  it('exclude refused changes', async () => {
    const { body: task } = await call('POST', TASKS, newTask({ status: 'completed' }));
    await call('POST', `${TASKS}${task.task_id}/accept/`);
    await call('PATCH', `${TASKS}${task.task_id}/`, { status: 'pending' });
    expect(await eventsAbout(shop, task.id)).toHaveLength(1);
  });

  it('exist for deliveries as well', async () => {
    const { body } = await call('POST', DELIVERIES, newDelivery({ store: 'AIRPORT' }));
    const path = `${DELIVERIES}${body.delivery_id}/`;
    await call('POST', `${path}dispatch/`);
    await call('DELETE', path);
    const data = { id: body.id, delivery_id: body.delivery_id };
    expect(await eventsAbout(shop, body.id)).toEqual([
      { event: 'delivery.saved', store_id: AIRPORT, data: { ...data, status: 'scheduled' } },
      { event: 'delivery.saved', store_id: AIRPORT, data: { ...data, status: 'in_transit' } },
      { event: 'delivery.deleted', store_id: AIRPORT, data: { ...data, status: 'in_transit' } },
    ]);
  });
});

describe('a task created by another domain', () => {
  const open = (taskId: string, fields: object = {}) =>
    atomically(shop.platform.db, tx =>
      openTask(tx, {
        taskId,
        storeId: AIRPORT,
        title: 'Look at this',
        description: 'Please.',
        priority: 'low',
        ...fields,
      }),
    );

  it('is created once, however often it is requested', async () => {
    const taskId = fresh('system');
    const asked = await Promise.all([open(taskId), open(taskId), open(taskId)]);
    expect(asked.sort()).toEqual([false, false, true]);
    expect(await open(taskId, { title: 'Something else' })).toBe(false);
    const { body } = await call('GET', `${TASKS}${taskId}/`);
    expect(body).toMatchObject({ title: 'Look at this', store: AIRPORT, status: 'pending' });
    expect(await eventsAbout(shop, body.id)).toHaveLength(1);
  });

  it('has its creator and time, and a title cut to its maximum', async () => {
    const taskId = fresh('system');
    const title = 'é'.repeat(300);
    await open(taskId, { title, assignedTo: person(5), dueDate: '2030-05-06' });
    expect((await call('GET', `${TASKS}${taskId}/`)).body).toMatchObject({
      title: 'é'.repeat(255),
      assigned_to: person(5),
      due_date: '2030-05-06',
    });
  });

  it('keeps its cause with values until a person rewrites its text', async () => {
    const taskId = fresh('system');
    const values = { terminal: 'T-101', first: '4', last: '6' };
    await open(taskId, { cause: { name: 'journal_gap', values } });
    const path = `${TASKS}${taskId}/`;
    const opened = { cause: 'journal_gap', cause_values: values, title: 'Look at this' };
    expect((await call('GET', path)).body).toMatchObject(opened);
    await call('POST', `${path}accept/`);
    expect((await call('PATCH', path, { title: 'Look at this' })).body).toMatchObject(opened);
    expect((await call('PATCH', path, { description: 'Ask Ada.' })).body).toMatchObject({
      cause: null,
      cause_values: null,
      title: 'Look at this',
      description: 'Ask Ada.',
    });
    const { body: own } = await call('POST', TASKS, newTask());
    expect([own.cause, own.cause_values]).toEqual([null, null]);
  });

  it('is not created when the surrounding transaction is rolled back', async () => {
    const taskId = fresh('system');
    const work = atomically(shop.platform.db, async tx => {
      await openTask(tx, {
        taskId,
        storeId: AIRPORT,
        title: 'Never',
        description: '',
        priority: 'low',
      });
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect((await call('GET', `${TASKS}${taskId}/`)).status).toBe(404);
  });
});

describe('a refund that was given up', () => {
  const PAYMENT_ID = newId();
  const giveUp = (refundId: string) =>
    atomically(shop.platform.db, tx =>
      record(
        tx,
        refundGivenUp({
          id: refundId,
          store_id: DOWNTOWN,
          refund_id: refundId,
          payment_id: PAYMENT_ID,
          transaction_id: newId(),
          transaction_number: 'TXN-20300506-0A1B2C3D',
          amount: '12.50',
          tip: '0.00',
          status: 'failed',
          cause: 'return',
          attempts: 12,
          last_error: 'card expired',
        }),
      ),
    );

  it('becomes a high-priority task in its store, exactly once', async () => {
    const refundId = newId();
    await giveUp(refundId);
    await shop.settleEvents();
    const path = `${TASKS}refund-${refundId}/`;
    await expect.poll(async () => (await call('GET', path)).status).toBe(200);
    const { body: task } = await call('GET', path);
    expect(task).toMatchObject({
      task_id: `refund-${refundId}`,
      title: 'Refund of 12.50 for TXN-20300506-0A1B2C3D could not be completed',
      store: DOWNTOWN,
      priority: 'high',
      status: 'pending',
      assigned_to: null,
      cause: 'refund_given_up',
      cause_values: {
        amount: '12.50',
        tip: '',
        transaction: 'TXN-20300506-0A1B2C3D',
        error: 'card expired',
      },
    });
    expect(task.description).toContain(PAYMENT_ID);
    expect(task.description).toContain('card expired');

    await call('POST', `${path}complete/`);
    const position = await shop.platform.db
      .selectFrom('events')
      .select(['stream_id as streamId', 'seq'])
      .where('subject_id', '=', refundId)
      .$narrowType<{ streamId: NotNull; seq: NotNull }>()
      .executeTakeFirstOrThrow();
    const [again] = await eventsByPosition(shop.platform.db, [position]);
    if (again === undefined) throw new Error('the event is not in the log');
    await openRefundTask.handle(shop.platform, [again, again]);
    expect((await call('GET', path)).body.status).toBe('completed');
    const events = await eventsAbout(shop, task.id);
    expect(events.map(event => event.data.status)).toEqual(['pending', 'completed']);
  });
});

describe('the references of a task', () => {
  it.each([
    [TASKS, newTask],
    [DELIVERIES, newDelivery],
  ])('prevent the deletion of a store with %s', async (path, make) => {
    const code = fresh('POPUP').toUpperCase();
    const opened = await call('POST', '/stores/', { code, name: 'Pop-up' }, admin);
    expect(opened.status).toBe(201);
    const { body: work } = await call('POST', path, make({ store: code }), admin);
    const refused = await call('DELETE', `/stores/${code}/`, undefined, admin);
    expect(refused.status).toBe(409);
    expect((await call('GET', `/stores/${code}/`, undefined, admin)).status).toBe(200);
    const own = `${path}${work.task_id ?? work.delivery_id}/`;
    // Meanwhile the content system may have assigned a document.
    const kept = (await call('GET', own, undefined, admin)).body;
    expect(kept).toEqual({ ...work, ...(kept.sanity_id && { sanity_id: kept.sanity_id }) });
    expect((await call('DELETE', own, undefined, admin)).status).toBe(204);
    expect((await call('DELETE', `/stores/${code}/`, undefined, admin)).status).toBe(204);
  });

  it('are cleared when the person is deleted, and the task stays', async () => {
    const id = newId();
    const employee_number = fresh('TEMP');
    const { db } = shop.platform;
    await db
      .insertInto('users')
      .values({ id, role: 'cashier', employee_number, first_name: 'Temp' })
      .execute();
    await db.insertInto('user_stores').values({ user_id: id, store_id: DOWNTOWN }).execute();
    const { body: task } = await call('POST', TASKS, newTask({ assigned_to: employee_number }));
    expect(task).toMatchObject({ assigned_to: id, assigned_to_name: 'Temp' });
    const completed_at = new Date('2030-05-06T12:00:00Z');
    await db
      .updateTable('tasks')
      .set({ status: 'completed', completed_by: id, completed_at })
      .where('id', '=', task.id)
      .execute();

    expect((await call('DELETE', `/users/${id}/`, undefined, admin)).status).toBe(204);
    const { body: kept } = await call('GET', `${TASKS}${task.task_id}/`);
    expect(kept).toMatchObject({
      id: task.id,
      status: 'completed',
      completed_at: completed_at.toISOString(),
      completed_by: null,
      completed_by_name: null,
      assigned_to: null,
      assigned_to_name: null,
    });
  });
});
