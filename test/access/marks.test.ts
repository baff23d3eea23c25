import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import { openShop, type Shop } from '../support/service.js';
import { logInCallers } from './callers.js';
import { type Marks, marksIn, plantMarks } from './marks.js';
import { routesOf } from './matrix.js';
import { fillStore, mirrorStore } from './records.js';

/** Staff of AIRPORT only. */
const STRANGERS = ['manager elsewhere', 'cashier elsewhere'];

let shop: Shop;
let marks: Marks;
let planted: string[];
let headers: Record<string, Record<string, string>>;
let paths: string[];
beforeAll(async () => {
  shop = await openShop({ background: false });
  await seedHistory(shop.platform);
  await fillStore(shop);
  ({ headers } = await logInCallers(shop));
  ({ marks, planted } = await plantMarks(shop));
  await mirrorStore(shop);
  console.log(
    (
      await shop.call('GET', '/integrations/content-documents/?limit=200', {
        token: await shop.officeToken('admin'),
      })
    ).body.length,
  );
  paths = (await routesOf(shop)).filter(({ method }) => method === 'GET').map(({ path }) => path);
}, 240_000);
afterAll(() => shop.close());

const read = (caller: string, url: string) =>
  shop.call('GET', url, { headers: { ...headers[caller], 'x-forwarded-for': '203.0.113.7' } });

describe('marks in the records of DOWNTOWN', () => {
  it('x', () => {
    console.log(planted.join(' '), marks.size, paths.length);
  });

  it.each(STRANGERS)('are in no list that the %s reads', async caller => {
    const found: string[] = [];
    for (const path of paths.filter(name => !name.includes('{'))) {
      for (const query of ['', '?limit=200', '?store=DOWNTOWN', '?q=mark', '?search=mark']) {
        const reply = await read(caller, path + query);
        const leaked = marksIn(reply.text, marks);
        if (leaked.length > 0) found.push(`${path}${query}: ${leaked.join(' ')}`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each(STRANGERS)('answer 404 to the %s who knows their ids', async caller => {
    const found: string[] = [];
    const samples = samplesOf(marks);
    for (const path of paths.filter(name => name.includes('{'))) {
      for (const [origin, value] of samples) {
        const url = path.replace(/\{[^}]+\}/g, encodeURIComponent(value));
        const reply = await read(caller, url);
        const leaked = marksIn(reply.text.replaceAll(value, ''), marks);
        if (reply.status < 400 || reply.status >= 500 || leaked.length > 0) {
          found.push(`${path} ${origin}: ${reply.status} ${leaked.join(' ')}`);
        }
      }
    }
    expect(found).toEqual([]);
  });
});

/** One value of each column, and of what is planted under it. */
const samplesOf = (all: Marks): [origin: string, value: string][] => {
  const samples = new Map([...all].map(([value, origin]) => [origin, value]));
  return [...samples].filter(([origin]) => !origin.endsWith('.name'));
};
