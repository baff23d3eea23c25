import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { statement } from '../../src/platform/database/tx.js';
import { projectRoot } from '../../src/platform/root.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Bench, LANES, ms, type Row } from '../bench.js';
import { growthRow } from '../growth.js';
import { measure } from '../load.js';
import { openPhone, type Phone } from '../phone.js';
import { addUnit } from './storefront.js';

const PAINT_TARGET_MS = 1_500;
const SCRIPT_TARGET_KB = 120;
const ROUNDS = 5;
/** A node trusts the version of its pages for 250 ms. */
const NOTICED_MS = 300;

const PAGES = {
  home: '/app/shop/',
  search: '/app/shop/?q=mug',
  product: '/app/shop/p/black-mug?store=DOWNTOWN',
  cart: '/app/shop/cart',
};
type Name = keyof typeof PAGES;

/** What a first visit to a page of the shop costs: bytes, largest paint on a phone, server time. */
export async function shopPages(bench: Bench): Promise<Row[]> {
  if (!existsSync(join(projectRoot, 'dist/web-server/shop.mjs'))) {
    throw new Error('The shop is not built. Run "npm run build" first.');
  }
  const phone = await openPhone();
  try {
    const rows: Row[] = [];
    for (const name of Object.keys(PAGES) as Name[]) rows.push(await row(bench, phone, name));
    return rows;
  } finally {
    await phone.close();
  }
}

async function row(bench: Bench, phone: Phone, name: Name): Promise<Row> {
  const path = PAGES[name];
  const cookie = name === 'cart' ? await cartCookie(bench) : undefined;
  const headers = { 'accept-language': 'en-US', ...(cookie && { cookie }) };
  const load = async (): Promise<string> => {
    const { status, text } = await bench.call('GET', path, undefined, undefined, headers);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    return text;
  };
  const html = await load();
  if (!html.includes('<main')) throw new Error(`${path} was not drawn by the service`);
  const carried = (context: BrowserContext) => carry(context, bench, cookie);
  const scriptKb = (await phone.scriptBytes(bench.url + path, carried)) / 1_000;
  const paints: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < (bench.quick ? 1 : ROUNDS); round += 1) {
    paints.push(await phone.largestPaint(bench.url + path, carried));
    await touch(bench);
    const start = performance.now();
    await load();
    times.push(performance.now() - start);
  }
  const cached = await measure(LANES, bench.seconds, load);
  const alone = await measure(1, bench.seconds, load);
  const paintMs = middle(paints);
  const htmlKb = Buffer.byteLength(html) / 1_000;
  const value = [
    `largest paint ${ms(paintMs)}`,
    // A page with a cart is never kept.
    name === 'cart'
      ? `${ms(alone.p50)} drawn`
      : `${ms(alone.p50)} kept, ${ms(middle(times))} drawn`,
    `${cached.perSecond.toFixed(0)} pages/s`,
  ].join('; ');
  const isMet = paintMs < PAINT_TARGET_MS && scriptKb < SCRIPT_TARGET_KB;
  const target = `paint < ${PAINT_TARGET_MS} ms, script < ${SCRIPT_TARGET_KB} kB`;
  return {
    ...growthRow(
      `shop page: ${name}`,
      `${htmlKb.toFixed(1)} kB HTML, ${scriptKb.toFixed(1)} kB script (gzip)`,
      value,
    ),
    target: `${target}: ${isMet ? 'met' : 'missed'}`,
  };
}

/** A change that makes every node draw its pages again. */
async function touch({ db }: Bench): Promise<void> {
  await statement(db, "update product_variants set price = price + 0.01 where sku = 'MUG-BLACK'");
  await pause(NOTICED_MS);
}

/** The cookie of a new visit with one article in its cart. */
async function cartCookie({ call, url }: Bench): Promise<string> {
  const body = { store_id: DOWNTOWN_ID };
  const path = '/web-commerce/session/create/';
  const created = await call('POST', path, body, undefined, { origin: url });
  const cookie = created.headers?.['set-cookie']?.[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`no visit was created: ${created.text}`);
  const { cart_id: cart, cart_token: token } = JSON.parse(created.text);
  await addUnit(call, { cart, token }, 'MUG-BLACK');
  return cookie;
}

async function carry(context: BrowserContext, { url }: Bench, cookie?: string): Promise<void> {
  const [name, value] = cookie?.split('=', 2) ?? [];
  if (name && value) await context.addCookies([{ name, value, url, httpOnly: true }]);
}

function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
