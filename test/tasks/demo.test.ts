import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveries, tasks } from '../../src/seed/tasks.js';
import { DELIVERIES, openShop, type Shop, TASKS } from './support.js';

// 00:15 in Berlin, the evening before in New York.
const now = new Date('2030-05-06T22:15:00Z');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  const { db } = shop.platform;
  await db.deleteFrom('tasks').execute();
  await db.deleteFrom('delivery_schedules').execute();
  await db.insertInto('tasks').values(tasks(now)).execute();
  await db.insertInto('delivery_schedules').values(deliveries(now)).execute();
});
afterAll(() => shop.close());

const shown = async (path: string) =>
  (await shop.call('GET', path, { token: await shop.officeToken() })).body;

it('shows demo tasks in every state and priority, some of them overdue', async () => {
  const rows: { task_id: string; status: string; priority: string }[] = await shown(TASKS);
  expect(rows).toHaveLength(8);
  expect(new Set(rows.map(row => row.status)).size).toBe(3);
  expect(new Set(rows.map(row => row.priority)).size).toBe(3);
  const overdue: { task_id: string }[] = await shown(`${TASKS}?overdue=true`);
  expect(overdue.map(row => row.task_id).sort()).toEqual(['TASK-1003', 'TASK-2002']);
});

it('shows demo deliveries in every state, one early and one late', async () => {
  const rows: { status: string }[] = await shown(DELIVERIES);
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(row => row.status)).size).toBe(4);
  const late = await shown(`${DELIVERIES}?late=true`);
  expect(late).toMatchObject([{ delivery_id: 'DEL-3002', minutes_late: 47 }]);
});
