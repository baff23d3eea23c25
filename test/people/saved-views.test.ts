import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const VIEWS = '/saved-views/';
const view = (name: string, query = 'status=completed&columns=employee') => ({
  page: 'transactions',
  name,
  query,
});
const save = async (body: object, user = 'manager') =>
  shop.call('POST', VIEWS, { token: await shop.officeToken(user), body });
const list = async (user = 'manager', page = 'transactions') =>
  (await shop.call('GET', `${VIEWS}?page=${page}`, { token: await shop.officeToken(user) })).body;
const remove = async (id: string, user = 'manager') =>
  shop.call('DELETE', `${VIEWS}${id}/`, { token: await shop.officeToken(user) });
const names = (views: { name: string }[]) => views.map(one => one.name);

describe('saved views', () => {
  it('are kept by name for each user and list, and replaced under the same name', async () => {
    const first = await save(view(' Returns today '));
    expect([first.status, first.body]).toEqual([
      201,
      { ...view('Returns today'), id: expect.any(String) },
    ]);
    const again = await save(view('Returns today', 'status=refunded'));
    expect(again.body).toEqual({ ...first.body, query: 'status=refunded' });
    expect(await list()).toEqual([again.body]);
    expect(await list('manager', 'customers')).toEqual([]);
    expect(await list('admin')).toEqual([]);
  });

  it('are not deleted by another user', async () => {
    const { id } = (await save(view('Mine'))).body;
    expect((await remove(id, 'admin')).status).toBe(404);
    expect(names(await list())).toEqual(['Mine', 'Returns today']);
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect(names(await list())).toEqual(['Returns today']);
  });

  it('are refused without a name, with an odd page, and beyond 50', async () => {
    const before = await list('admin');
    for (const [wrong, field] of [
      [view('  '), 'name'],
      [{ ...view('x'), page: '../users' }, 'page'],
      [view('x', 'q'.repeat(2_001)), 'query'],
    ] as const) {
      const { status, body } = await save(wrong, 'admin');
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    }
    expect(await list('admin')).toEqual(before);
    const many = Array.from({ length: 52 }, (_, index) => save(view(`View ${index}`), 'admin'));
    const statuses = (await Promise.all(many)).map(reply => reply.status);
    expect(statuses.filter(status => status === 201)).toHaveLength(50);
    expect(statuses.filter(status => status === 409)).toHaveLength(2);
    expect(await list('admin')).toHaveLength(50);
    const [known] = await list('admin');
    expect((await save(view(known.name, 'status=voided'), 'admin')).status).toBe(201);
  });
});
