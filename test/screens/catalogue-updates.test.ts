import '../support/till-device.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTillhouse, openLive } from '../../packages/client/src/index.js';
import {
  catalogueSaved,
  openCatalogue,
  pricedAt,
  updateCatalogue,
} from '../../web/register/state/catalogue.js';
import { session } from '../../web/register/state/session.js';
import type { Session } from '../../web/register/state/types.js';

const { fetch } = globalThis;
const BASE = 'http://127.0.0.1:1';
let api = createTillhouse({ baseUrl: BASE });

/** The service: a mug at a price, its version, and the requests for the catalogue that wait. */
let service = { version: 1, price: '12.50' };
let asked: string[] = [];
let hold: Promise<void> = Promise.resolve();

const answerOf = (url: URL): unknown => {
  if (url.pathname === '/payment-methods/' || url.pathname === '/barcode-patterns/') return [];
  asked.push(url.searchParams.get('since') ?? 'all');
  const { version, price } = service;
  const mug = { id: 'mug', product_id: 1, sku: 'MUG', product: 'Mug', tax_class: 'standard' };
  return {
    ...{ version: String(version), is_full: !url.searchParams.has('since'), gone: [] },
    ...{ variants: [{ ...mug, price }], prices: [], price_lists: [], promotions: [] },
    ...{ tax_rates: [], categories: [], base_currency: 'USD' },
  };
};

let stores = 0;
beforeEach(() => {
  stores += 1;
  const store = { id: `store-of-updates-${stores}`, currency: 'USD', taxes: [] };
  session.set({ terminal: 'T-1', store } as unknown as Session);
  service = { version: 1, price: '12.50' };
  asked = [];
  hold = Promise.resolve();
  globalThis.fetch = async request => {
    const held = hold;
    const answer = answerOf(new URL(request instanceof Request ? request.url : String(request)));
    await held;
    return Response.json(answer);
  };
  api = createTillhouse({ baseUrl: BASE });
});
afterEach(() => {
  globalThis.fetch = fetch;
  session.set(null);
});

/** What the screen shows. */
const screen = () => {
  let minor: number | undefined;
  const queries = {
    setQueryData: (_key: unknown, kept: Parameters<typeof pricedAt>[0]) => {
      minor = pricedAt(kept, Date.now()).goods.byId('mug')?.priceMinor;
    },
  } as unknown as Parameters<typeof updateCatalogue>[1];
  return { queries, price: () => minor };
};

it('asks once more for calls during an update, which came with newer prices', async () => {
  const { queries, price } = screen();
  await openCatalogue(api);
  await catalogueSaved();
  expect(asked).toEqual(['all']);
  let release = (): void => undefined;
  hold = new Promise(resolve => {
    release = resolve;
  });
  service = { version: 2, price: '13.00' };
  const first = updateCatalogue(api, queries, { withExtras: false });
  await expect.poll(() => asked).toEqual(['all', '1']);
  // The service has answered; the socket reports two more versions before the answer arrives.
  service = { version: 3, price: '13.50' };
  const second = updateCatalogue(api, queries, { withExtras: false });
  const third = updateCatalogue(api, queries, { withExtras: true });
  release();
  await first;
  expect(price()).toBe(1_300);
  await Promise.all([second, third]);
  expect([asked, price()]).toEqual([['all', '1', '2'], 1_350]);
});

it('asks once more after an update that failed', async () => {
  const { queries, price } = screen();
  await openCatalogue(api);
  await catalogueSaved();
  hold = Promise.reject(new TypeError('no connection'));
  service = { version: 2, price: '13.00' };
  const first = updateCatalogue(api, queries, { withExtras: false });
  const second = updateCatalogue(api, queries, { withExtras: false });
  await expect.poll(() => asked).toEqual(['all', '1']);
  hold = Promise.resolve();
  await expect(first).rejects.toThrow();
  await second;
  expect([asked, price()]).toEqual([['all', '1', '1'], 1_300]);
});

/** A socket of the service, driven by the test. */
class Socket {
  static readonly opened: Socket[] = [];
  onmessage?: (message: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly address: URL) {
    Socket.opened.push(this);
  }

  say(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  close(): void {
    this.onclose?.({ code: 1000 });
  }
}

it('resumes a socket and says so, because versions of the catalogue are not repeated', async () => {
  const calls: string[] = [];
  const live = openLive({
    path: '/ws/pos-gateway/terminal/T-1/',
    baseUrl: BASE,
    token: () => 'token',
    onEvent: () => undefined,
    onReset: () => calls.push('reset'),
    onResume: () => calls.push('resume'),
    webSocket: Socket as unknown as typeof WebSocket,
  });
  const hello = { type: 'hello', store_id: 'store', last_seq: 7 };
  Socket.opened[0]?.say(hello);
  expect([calls, live.state]).toEqual([['reset'], 'open']);
  Socket.opened[0]?.onclose?.({ code: 1006 });
  expect(live.state).toBe('waiting');
  await expect.poll(() => Socket.opened.length).toBe(2);
  expect(Socket.opened[1]?.address.searchParams.get('after_seq')).toBe('7');
  Socket.opened[1]?.say(hello);
  expect([calls, live.state]).toEqual([['reset', 'resume'], 'open']);
  live.close();
});
