import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { connect, listen } from './support.js';

let shop: Shop;
let base: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  base = await listen(shop);
});
afterAll(() => shop.close());

const namesFor = async (token: string, query = ''): Promise<string[]> => {
  const program = await connect(base, token, query);
  const tools = await program.tools();
  await program.close();
  return tools.map(({ name }) => name);
};

describe('the tools of a login', () => {
  it('are the operations of the API description that it has the right to', async () => {
    const manager = await namesFor(await shop.officeToken('manager'));
    const cashier = await namesFor(await shop.tillToken('EMP001'));
    expect(manager).toContain('getStores');
    expect(manager).toContain('patchStoresByStore');
    expect(manager).not.toContain('deleteStoresByStore');
    expect(manager).not.toContain('postPosTransactionsCreate');
    expect(cashier).toContain('getStores');
    expect(cashier).toContain('postPosTransactionsCreate');
    expect(cashier).not.toContain('patchStoresByStore');
    expect(manager.length).toBeGreaterThan(cashier.length);
    expect(new Set(manager).size).toBe(manager.length);
  });

  it('have names that every client takes, and arguments as JSON schema', async () => {
    const program = await connect(base, await shop.officeToken('admin'));
    const tools = await program.tools();
    await program.close();
    expect(tools.filter(({ name }) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    const patch = tools.find(({ name }) => name === 'patchStoresByStore');
    expect(patch).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: false },
      inputSchema: {
        type: 'object',
        required: ['path', 'body'],
        properties: {
          path: { required: ['store'], properties: { store: { type: 'string' } } },
          body: { type: 'object', properties: { phone: { type: 'string' } } },
          approval_request_id: { type: 'string' },
        },
      },
    });
    const read = tools.find(({ name }) => name === 'getStoresByStore');
    expect(read).toMatchObject({ annotations: { readOnlyHint: true } });
    const { properties } = (read?.inputSchema ?? {}) as { properties?: object };
    expect(Object.keys(properties ?? {})).toEqual(['path']);
  });

  it('contain no decision on approvals, no login and no upload', async () => {
    const names = await namesFor(await shop.officeToken('admin'));
    expect(
      names.filter(name => /^postPosApprovals|^(post|delete)Auth|^postMedia$/.test(name)),
    ).toEqual([]);
    expect(names).toContain('getPosApprovals');
  });

  it('can be limited to areas', async () => {
    const names = await namesFor(await shop.officeToken('manager'), '?tags=stores,%20tasks');
    expect(names).toContain('getStores');
    expect(names).toContain('getTasks');
    expect(names).not.toContain('getProducts');
  });
});

describe('three tools for programs that take few', () => {
  it('find, describe and call an operation', async () => {
    const program = await connect(base, await shop.officeToken('manager'), '?tools=compact');
    const tools = await program.tools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_operations',
      'describe_operation',
      'call_operation',
    ]);
    const found = await program.call('search_operations', { text: 'store code uuid' });
    expect(found.content).toEqual({
      total: 2,
      operations: [
        {
          name: 'getStoresByStore',
          summary: 'A store by code, UUID or content id',
          call: 'GET /stores/{store}/',
        },
        {
          name: 'getStoresByStoreCodeDashboardHome',
          summary: 'Key figures of a store, cached for a minute; by code, UUID or content id',
          call: 'GET /stores/{store_code}/dashboard_home/',
        },
      ],
    });
    const described = await program.call('describe_operation', { name: 'getStoresByStore' });
    expect(described.content).toMatchObject({ inputSchema: { required: ['path'] } });
    const called = await program.call('call_operation', {
      name: 'getStoresByStore',
      path: { store: 'DOWNTOWN' },
    });
    expect(called.content).toMatchObject({ status: 200, body: { code: 'DOWNTOWN' } });
    const unknown = await program.call('describe_operation', { name: 'deleteStoresByStore' });
    expect(unknown).toMatchObject({ isError: true, content: { status: 404 } });
    await program.close();
  });
});

describe('a read', () => {
  it('answers what the route answers, with the cursor of the next page', async () => {
    const token = await shop.officeToken('manager');
    const program = await connect(base, token);
    const stores = await program.call('getStores', { query: { limit: 1 } });
    const route = await shop.call('GET', '/stores/?limit=1', { token });
    expect(stores.isError).toBe(false);
    expect(stores.content).toMatchObject({ status: 200, body: route.body });
    const next = await program.call('getStores', {
      query: { limit: 1, cursor: stores.content.next_cursor },
    });
    expect((next.content.body as { code: string }[])[0]?.code).toBe('DOWNTOWN');
    await program.close();
  });

  it('of a record of another store is not found, as at the route', async () => {
    const program = await connect(base, await shop.tillToken('EMP005'));
    const answer = await program.call('getStoresByStore', { path: { store: 'DOWNTOWN' } });
    expect(answer).toMatchObject({
      isError: true,
      content: { status: 404, body: { code: 'NOT_FOUND' } },
    });
    await program.close();
  });

  it('refuses unknown parameters, tools and segments of dots', async () => {
    const program = await connect(base, await shop.officeToken('manager'));
    expect((await program.call('getStores', { query: { nope: 1 } })).content).toMatchObject({
      status: 400,
      body: { code: 'UNKNOWN_PARAMETER' },
    });
    expect((await program.call('getNothing')).content).toMatchObject({ status: 404 });
    for (const store of ['.', '..', '', undefined]) {
      const answer = await program.call('getStoresByStore', { path: { store } });
      expect(answer.content).toMatchObject({
        status: 400,
        body: { errors: { 'path.store': ['This field is required.'] } },
      });
    }
    await program.close();
  });
});

describe('the endpoint', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('needs the token of a member of the staff', async () => {
    expect((await shop.call('POST', '/mcp', { body: ping })).status).toBe(401);
    const customer = await shop.officeToken('shopper@example.com');
    expect((await shop.call('POST', '/mcp', { token: customer, body: ping })).status).toBe(403);
    const token = await shop.officeToken('manager');
    const answer = await shop.call('POST', '/mcp', { token, body: ping });
    expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } });
  });

  it('takes no cookie: a page of the desk is no program', async () => {
    const login = await shop.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const headers = { cookie, origin: shop.platform.config.publicUrl };
    const answer = await shop.call('POST', '/mcp', { headers, body: ping });
    expect(answer.status).toBe(401);
  });

  it('keeps no stream and no session, and takes one message at a time', async () => {
    const token = await shop.officeToken('manager');
    expect((await shop.call('GET', '/mcp', { token })).status).toBe(405);
    expect((await shop.call('DELETE', '/mcp', { token })).status).toBe(405);
    expect((await shop.call('POST', '/mcp', { token, body: [ping] })).status).toBe(400);
    expect((await shop.call('POST', '/mcp', { token, body: {} })).status).toBe(400);
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await shop.call('POST', '/mcp', { token, body: note })).status).toBe(202);
  });
});
