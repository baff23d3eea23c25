import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { seedHistory } from '../../src/seed/demo.js';
import { asManager, atTill, type Listener, listen } from '../realtime/listener.js';
import { openShop, type Shop } from '../support/service.js';
import { logInCallers } from './callers.js';
import { type Marks, marksIn, plantMarks } from './marks.js';
import { routesOf } from './matrix.js';
import { deliveriesTo, fillMoney, fillWork, sellInBoth } from './more-records.js';
import { fillStore, mirrorStore } from './records.js';

/** Staff of AIRPORT only. */
const STRANGERS = ['manager elsewhere', 'cashier elsewhere'];
/** Every route with every record. */
const LONG = { timeout: 240_000 };

let shop: Shop;
let marks: Marks;
let planted: string[];
let documents: string[];
let headers: Record<string, Record<string, string>>;
let paths: string[];
beforeAll(async () => {
  shop = await openShop({ background: false });
  await seedHistory(shop.platform);
  await fillStore(shop);
  await fillMoney(shop);
  await fillWork(shop);
  ({ headers } = await logInCallers(shop));
  ({ marks, planted } = await plantMarks(shop));
  documents = await mirrorStore(shop, marks);
  paths = (await routesOf(shop)).filter(({ method }) => method === 'GET').map(({ path }) => path);
});
afterAll(() => shop.close());

const read = (caller: string, url: string) =>
  shop.call('GET', url, { headers: { ...headers[caller], 'x-forwarded-for': '203.0.113.7' } });

describe('marks in the records of DOWNTOWN', () => {
  it('are in every kind of record that has a store', () => {
    expect(planted).toEqual(expect.arrayContaining(WITH_RECORDS));
    expect(documents.length).toBeGreaterThanOrEqual(10);
  });

  it.each(STRANGERS)('are in no list that the %s reads', LONG, async caller => {
    const found: string[] = [];
    for (const path of paths.filter(name => !name.includes('{'))) {
      for (const query of ['?limit=200', '?store=DOWNTOWN', '?q=mark', '?search=mark', '']) {
        const reply = await read(caller, path + query);
        const leaked = marksIn(reply.text, marks);
        if (leaked.length > 0) found.push(`${path}${query}: ${leaked.join(' ')}`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each(STRANGERS)('answer 404 to the %s who knows their ids', LONG, async caller => {
    const found: string[] = [];
    const samples = [...samplesOf(marks), ...documents.map(id => ['document', id] as const)];
    for (const path of paths.filter(name => name.includes('{'))) {
      for (const [origin, value] of samples) {
        const reply = await read(caller, path.replace(/\{[^}]+\}/g, encodeURIComponent(value)));
        const leaked = marksIn(reply.text.replaceAll(value, ''), marks);
        if (reply.status < 400 || reply.status >= 500 || leaked.length > 0) {
          found.push(`${path} ${origin}: ${reply.status} ${leaked.join(' ')}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('are in no live event and no webhook that AIRPORT receives', LONG, async () => {
    await listen(shop);
    const { downtown, airport } = await sellInBoth(shop);
    const tokenOf = (caller: string) => (headers[caller]?.authorization ?? '').slice(7);
    const frames = async (socket: Promise<Listener>) => {
      const listener = await socket;
      const { last_seq } = await listener.hello();
      if (last_seq > 0) await listener.upTo(last_seq);
      await listener.close();
      return JSON.stringify(listener.frames);
    };
    const all = '&after_seq=0';
    const webhooks = await deliveriesTo(shop);
    for (const text of [
      await frames(asManager(shop, AIRPORT_ID, tokenOf('manager elsewhere'), all)),
      webhooks[AIRPORT_ID] ?? '',
    ]) {
      expect(text).toContain(airport);
      expect(text).not.toContain(downtown);
      // Events about promotions belong to the chain, and carry nothing but the id.
      const ids = ['campaigns.id', 'promo_codes.id', 'promotions.id'];
      expect(marksIn(text, marks).filter(origin => !ids.includes(origin))).toEqual([]);
    }
    const till = await frames(atTill(shop, 'T-101', tokenOf('cashier elsewhere'), all));
    expect([...marksIn(till, marks), till.includes(downtown)]).toEqual([false]);
    for (const text of [
      await frames(asManager(shop, DOWNTOWN_ID, tokenOf('manager'), all)),
      webhooks[DOWNTOWN_ID],
    ]) {
      expect(text).toContain(downtown);
    }
    const other = await asManager(shop, DOWNTOWN_ID, tokenOf('manager elsewhere'), all);
    expect((await other.closed).code).toBeGreaterThanOrEqual(4_000);
    expect(other.frames).toEqual([]);
  });

  it('are read by those who manage every store', async () => {
    for (const path of ['/integrations/content-documents/', '/integrations/outbound-changes/']) {
      const { text } = await read('manager of all', `${path}?limit=200`);
      expect(marksIn(text, marks)).not.toEqual([]);
    }
    for (const id of documents) {
      const url = `/integrations/content-documents/${encodeURIComponent(id)}/`;
      expect([id, (await read('manager of all', url)).status]).toEqual([id, 200]);
      expect([id, (await read('manager elsewhere', url)).status]).toEqual([id, 404]);
    }
  });

  it('leave the documents of the chain and of the own store visible', async () => {
    const types = new Set<string>();
    let url: string | undefined = '/integrations/content-documents/?limit=7';
    while (url !== undefined) {
      const reply = await read('manager elsewhere', url);
      for (const { _type } of reply.body) types.add(_type);
      url = /^<([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect([...types]).toEqual(
      expect.arrayContaining(['product', 'productVariant', 'userEmployee']),
    );
    expect(types).not.toContain('refund');
  });
});

/** Tables that the demo and this test fill; a mark in each is looked for. */
const WITH_RECORDS = `approvals campaigns carts cash_movements checkout_sessions delivery_schedules
  drawer_operations fulfillments imports inventory_levels par_levels payment_review_decisions
  payments promo_codes promotions purchase_limits purchase_order_lines purchase_orders
  purchase_receipts refunds return_lines returns sessions settlement_lines settlements shifts
  shipments shipping_zones stock_count_lines stock_counts stock_movements tasks terminals
  transaction_lines transactions users value_accounts
  value_entries
  webhook_deliveries webhook_endpoints zones`.split(/\s+/);

/** One value of each column. */
const samplesOf = (all: Marks): [origin: string, value: string][] => {
  const samples = new Map([...all].map(([value, origin]) => [origin, value]));
  return [...samples].filter(([, value]) => !value.startsWith('mark.'));
};
