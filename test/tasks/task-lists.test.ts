import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTask } from '../../src/domains/tasks/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import {
  DOWNTOWN,
  loginAtMoments,
  newTask,
  openShop,
  pagesOf,
  type Shop,
  TASKS,
} from './support.js';

let at = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => at } });
});
afterAll(() => shop.close());
beforeEach(() => shop.platform.db.deleteFrom('tasks').execute());

const managerToken = loginAtMoments(() => shop);

async function create(...fields: object[]): Promise<void> {
  const token = await managerToken();
  for (const each of fields) {
    const reply = await shop.call('POST', TASKS, { token, body: newTask(each) });
    expect(reply.text, reply.text).toContain('created_at');
  }
}
async function listed(query = '', token?: string): Promise<string[]> {
  const reply = await shop.call('GET', `${TASKS}${query}`, {
    token: token ?? (await managerToken()),
  });
  expect(reply.status).toBe(200);
  return reply.body.map((task: { task_id: string }) => task.task_id);
}

describe('the list of tasks', () => {
  beforeEach(() =>
    create(
      { task_id: 'a', priority: 'low', due_date: '2030-05-04', assigned_to: 'EMP001' },
      { task_id: 'b', priority: 'high', due_date: '2030-05-05', status: 'completed' },
      { task_id: 'c', store: 'AIRPORT', due_date: '2030-05-07', assigned_to: 'EMP005' },
      { task_id: 'd', status: 'in_progress', assigned_to: 'EMP001' },
    ),
  );

  it.each([
    ['', 'dcba'],
    ['?store=DOWNTOWN', 'dba'],
    ['?store=store-airport', 'c'],
    [`?store=${DOWNTOWN}`, 'dba'],
    ['?store=NOWHERE', ''],
    ['?status=pending', 'ca'],
    ['?status=completed', 'b'],
    ['?priority=high', 'b'],
    ['?priority=medium', 'dc'],
    ['?assigned_to=EMP001', 'da'],
    ['?assigned_to=00000000-0000-4000-a002-000000000005', 'c'],
    ['?assigned_to=EMP999', ''],
    ['?overdue=true', 'a'],
    ['?overdue=false', 'dcb'],
    ['?due_before=2030-05-05', 'a'],
    ['?due_before=2030-05-08', 'cba'],
    ['?store=DOWNTOWN&assigned_to=EMP001&status=in_progress', 'd'],
    ['?overdue=true&priority=high', ''],
  ])('%s shows %s', async (query, expected) => {
    expect((await listed(query)).join('')).toBe(expected);
  });

  it('shows a till its own store only, whatever the filter', async () => {
    const token = await shop.tillToken('EMP005');
    expect(await listed('', token)).toEqual(['c']);
    expect(await listed('?store=AIRPORT', token)).toEqual(['c']);
    expect(await listed('?store=DOWNTOWN', token)).toEqual([]);
    expect(await listed('?assigned_to=EMP001', token)).toEqual([]);
  });

  it.each([
    ['?status=done', 'status'],
    ['?priority=urgent', 'priority'],
    ['?overdue=yes', 'overdue'],
    ['?due_before=tomorrow', 'due_before'],
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?colour=red', 'colour'],
    ['?cursor=nonsense', 'cursor'],
    ['?status=pending&status=completed', 'status'],
  ])('refuses %s and names the parameter', async (query, field) => {
    const reply = await shop.call('GET', `${TASKS}${query}`, { token: await managerToken() });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toHaveProperty(field);
  });

  it('refuses a forged cursor', async () => {
    const cursor = Buffer.from('["yesterday","x"]').toString('base64url');
    const token = await managerToken();
    expect((await shop.call('GET', `${TASKS}?cursor=${cursor}`, { token })).status).toBe(400);
  });

  it('shows the same fields as the task itself', async () => {
    const token = await managerToken();
    const list = await shop.call('GET', `${TASKS}?store=AIRPORT`, { token });
    const one = await shop.call('GET', `${TASKS}c/`, { token });
    expect(list.body).toEqual([one.body]);
    expect(one.body.assigned_to_name).toBe('Jonas Weber');
  });
});

describe('pages of tasks', () => {
  it('show every task once, newest first, although all have the same time', async () => {
    await atomically(shop.platform.db, async tx => {
      for (let n = 10; n < 33; n += 1) {
        const task = { taskId: `t${n}`, storeId: DOWNTOWN, title: 'T', description: '' };
        await openTask(tx, { ...task, priority: n % 2 === 0 ? 'low' : 'high' });
      }
    });
    const token = await managerToken();
    const numbers = Array.from({ length: 23 }, (_, n) => `t${32 - n}`);
    const ids = (pages: unknown[][]) =>
      pages.map(page => page.map(task => (task as { task_id: string }).task_id));
    const pages = ids(await pagesOf(shop, `${TASKS}?limit=10`, token));
    expect(pages.map(page => page.length)).toEqual([10, 10, 3]);
    expect(pages.flat()).toEqual(numbers);
    const odd = ids(await pagesOf(shop, `${TASKS}?limit=4&priority=high`, token));
    expect(odd.map(page => page.length)).toEqual([4, 4, 3]);
    expect(odd.flat()).toEqual(numbers.filter((_, n) => n % 2 === 1));
    const whole = ids(await pagesOf(shop, `${TASKS}?limit=23`, token));
    expect(whole.map(page => page.length)).toEqual([23]);
  });

  it('have 50 entries by default', async () => {
    await atomically(shop.platform.db, async tx => {
      for (let n = 0; n < 51; n += 1) {
        const task = { taskId: `n${n}`, storeId: DOWNTOWN, title: 'T', description: '' };
        await openTask(tx, { ...task, priority: 'low' });
      }
    });
    const pages = await pagesOf(shop, TASKS, await managerToken());
    expect(pages.map(page => page.length)).toEqual([50, 1]);
  });
});

describe('a due date', () => {
  // New York is four hours behind UTC in May, Berlin two ahead.
  it.each([
    ['2030-05-10T12:00:00Z', [], 'the day itself everywhere'],
    ['2030-05-10T21:59:59Z', [], 'a second to midnight in Berlin'],
    ['2030-05-10T22:00:00Z', ['berlin'], 'midnight in Berlin'],
    ['2030-05-11T03:59:59Z', ['berlin'], 'a second to midnight in New York'],
    ['2030-05-11T04:00:00Z', ['berlin', 'new-york'], 'midnight in New York'],
  ])('at %s is past for %j: %s', async (moment, over) => {
    at = new Date(moment);
    await create(
      { task_id: 'new-york', due_date: '2030-05-10' },
      { task_id: 'berlin', store: 'AIRPORT', due_date: '2030-05-10' },
      { task_id: 'done', store: 'AIRPORT', due_date: '2030-05-10', status: 'completed' },
      { task_id: 'whenever', store: 'AIRPORT' },
    );
    expect((await listed('?overdue=true')).sort()).toEqual(over);
    const token = await managerToken();
    for (const taskId of ['new-york', 'berlin', 'done', 'whenever']) {
      const { body } = await shop.call('GET', `${TASKS}${taskId}/`, { token });
      expect(body.is_overdue, taskId).toBe(over.includes(taskId));
    }
  });

  it('follows daylight saving: midnight is an hour earlier in UTC in summer', async () => {
    // New York changes on 10 March 2030: midnight is 05:00 UTC before and 04:00 UTC after.
    const check = async (due_date: string, moment: string) => {
      await shop.platform.db.deleteFrom('tasks').execute();
      at = new Date(moment);
      await create({ task_id: 't', due_date });
      return (await listed('?overdue=true')).length === 1;
    };
    expect(await check('2030-03-09', '2030-03-10T04:59:59Z')).toBe(false);
    expect(await check('2030-03-09', '2030-03-10T05:00:00Z')).toBe(true);
    expect(await check('2030-03-10', '2030-03-11T03:59:59Z')).toBe(false);
    expect(await check('2030-03-10', '2030-03-11T04:00:00Z')).toBe(true);
  });

  it('is never past for a completed task, and past again once it is reopened', async () => {
    at = new Date('2030-06-01T12:00:00Z');
    await create({ task_id: 't', due_date: '2030-05-10' });
    const token = await managerToken();
    const act = async (action: string) =>
      (await shop.call('POST', `${TASKS}t/${action}/`, { token })).body.is_overdue;
    expect(await act('complete')).toBe(false);
    expect(await act('reopen')).toBe(true);
  });
});
