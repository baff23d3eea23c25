import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  ApiError,
  all,
  answer,
  createTillhouse,
  keepInMemory,
  type LiveEvent,
  newKey,
  nextCursor,
  once,
  openLive,
  page,
  Unreachable,
} from '../../packages/client/src/index.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let baseUrl: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  baseUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

const TILL = {
  employee_id: 'EMP001',
  pin_code: '1234',
  store_id: 'DOWNTOWN',
  terminal_id: 'T-001',
};

async function till() {
  const api = createTillhouse({ baseUrl });
  const login = await answer(api.POST('/pos/auth/terminal-login/', { body: TILL }));
  api.tokens.set({ access: login.token });
  return api;
}

const mug = {
  store_id: 'DOWNTOWN',
  employee_id: 'EMP001',
  line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: '12.50', subtotal: '12.50' }],
  subtotal: '12.50',
  tax_amount: '1.03',
  total_amount: '13.53',
};

describe('the client', () => {
  it('creates a sale once, however often the request is sent', async () => {
    const api = await till();
    const key = newKey();
    const send = () => answer(api.POST('/pos/transactions/create/', { body: mug, ...once(key) }));
    const first = await send();
    expect(first.transaction.total_amount).toBe('13.53');
    expect(await send()).toEqual(first);
  });

  it('parses refusals of the till and of the back office alike', async () => {
    const api = await till();
    const wrong = api.POST('/pos/transactions/create/', {
      body: { ...mug, total_amount: '13.00' },
    });
    await expect(wrong).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'SUM_MISMATCH',
      fields: { total_amount: ['Sent 13.00, expected 13.53.'] },
    });
    const unknown = api.GET('/products/', { params: { query: { limit: 0 } } });
    await expect(unknown).rejects.toMatchObject({
      status: 400,
      fields: { limit: [expect.any(String)] },
    });
  });

  it('reads a list page by page', async () => {
    const api = await till();
    const load = (cursor?: string) =>
      api.GET('/products/', { params: { query: { limit: 20, ...(cursor && { cursor }) } } });
    const first = await page(load());
    expect(first.items).toHaveLength(20);
    expect(first.next).toEqual(expect.any(String));
    const products = await all(load);
    expect(products).toHaveLength(46);
    expect(new Set(products.map(product => product.id)).size).toBe(46);
    expect(nextCursor(null)).toBeUndefined();
  });

  it('refreshes its token once when several calls meet an expired login', async () => {
    const api = createTillhouse({ baseUrl });
    const login = await answer(
      api.POST('/auth/login/', { body: { username: 'manager', password: 'manager-demo' } }),
    );
    api.tokens.set({ access: 'over', refresh: login.refresh });
    const names = await Promise.all([1, 2, 3].map(() => answer(api.GET('/auth/me/'))));
    expect(names).toHaveLength(3);
    expect(api.tokens.get()?.refresh).not.toBe(login.refresh);
  });

  it('reports when the login cannot be refreshed', async () => {
    let signOuts = 0;
    const tokens = keepInMemory({ access: 'over', refresh: 'over' });
    const api = createTillhouse({ baseUrl, tokens, onSignedOut: () => (signOuts += 1) });
    await expect(api.GET('/auth/me/')).rejects.toBeInstanceOf(ApiError);
    expect([signOuts, tokens.get()]).toEqual([1, undefined]);
  });

  it.each([429, 500, 503])('keeps the login when its refresh is answered %i', async status => {
    let signOuts = 0;
    const kept = { access: 'over', refresh: 'good' };
    const tokens = keepInMemory(kept);
    const api = createTillhouse({
      baseUrl,
      tokens,
      onSignedOut: () => (signOuts += 1),
      fetch: async input => {
        const isRefresh = new Request(input).url.endsWith('/auth/refresh/');
        return new Response('{}', { status: isRefresh ? status : 401 });
      },
    });
    await expect(api.GET('/auth/me/')).rejects.toMatchObject({ name: 'ApiError', status });
    expect([signOuts, tokens.get()]).toEqual([0, kept]);
  });

  it('distinguishes a missing answer from a refusal', async () => {
    const api = createTillhouse({ baseUrl: 'http://127.0.0.1:1' });
    await expect(api.GET('/stores/')).rejects.toBeInstanceOf(Unreachable);
  });

  it('takes an answer that breaks off, or is none of the service, for none', async () => {
    const cut = new ReadableStream({ start: stream => stream.error(new TypeError('terminated')) });
    for (const body of [cut, '<html>A page of a proxy</html>']) {
      const api = createTillhouse({ baseUrl, fetch: async () => new Response(body) });
      await expect(answer(api.GET('/stores/'))).rejects.toBeInstanceOf(Unreachable);
    }
  });

  it('leaves a call that its caller has given up as it is', async () => {
    const api = createTillhouse({ baseUrl });
    const signal = AbortSignal.abort();
    await expect(answer(api.GET('/stores/', { signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('the live feed', () => {
  const listen = (path: string, token: string, onEvent: (event: LiveEvent) => void = () => {}) =>
    new Promise<{ state: string; close(): void }>(resolve => {
      const live = openLive({
        path,
        baseUrl,
        token: () => token,
        onEvent,
        onState: state => resolve({ state, close: () => live.close() }),
        webSocket: WebSocket as unknown as typeof globalThis.WebSocket,
      });
    });

  it('receives a sale of its own till', async () => {
    const api = await till();
    let onEvent: (event: LiveEvent) => void = () => {};
    const event = new Promise<LiveEvent>(resolve => {
      onEvent = resolve;
    });
    const token = api.tokens.get()?.access ?? '';
    const live = await listen('/ws/pos-gateway/terminal/T-001/', token, onEvent);
    expect(live.state).toBe('open');
    await answer(api.POST('/pos/transactions/create/', { body: mug }));
    await shop.settleEvents();
    expect(await event).toMatchObject({ event: 'transaction.created', terminal_id: 'T-001' });
    live.close();
  });

  it('does not reconnect after a refusal', async () => {
    const api = await till();
    const refused = await listen('/ws/pos-gateway/terminal/T-002/', api.tokens.get()?.access ?? '');
    expect(refused.state).toBe('refused');
    const out = await listen('/ws/pos-gateway/terminal/T-001/', 'no token');
    expect(out.state).toBe('signed-out');
  });
});
