import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passesLuhn } from '../../src/platform/cards/digits.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { openContentShop, settled } from '../content/support.js';
import { post, stripeHeader } from '../webhooks/support.js';
import { atCheckout, complete, confirm, FORM } from './checkout-support.js';
import { byToken, DOWNTOWN_ID, openVisit, type Reply, type Shop } from './support.js';

const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('');

/** A random card number, so that every trace found comes from this test. */
function newCard(): string {
  const start = `4929${digits(11)}`;
  return `${start}${[...'0123456789'].find(check => passesLuhn(start + check))}`;
}

const CARD = newCard();
const groups = CARD.match(/\d{4}/g) ?? [];
const SPACED = groups.join(' ');
const DASHED = groups.join('-');
const SECRET = 'card-hunt-secret';
/** All forms in which it could be stored, including unsalted hashes, which can be brute-forced. */
const TRACES = [
  CARD,
  SPACED,
  DASHED,
  '4000000000000002',
  '4000 0000 0000 0002',
  createHash('sha256').update(CARD).digest('hex'),
];

const lines: string[] = [];
const answers: string[] = [];
let shop: Shop;
beforeAll(async () => {
  shop = await openContentShop({
    env: { PRIMARY_WEBHOOK_SECRET: SECRET },
    log: createLog('trace', { write: line => void lines.push(line) }),
  });
});
afterAll(() => shop.close());

async function kept(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  answers.push(reply.text, JSON.stringify(reply.headers));
  return reply;
}

/** A form with the card number in every field. */
const FORM_OF_CARDS = {
  email: 'ada@example.com',
  payment_details: {
    nameOnCard: SPACED,
    cardNumber: CARD,
    cardType: DASHED,
    cvc: '123',
    pan: CARD,
  },
  shipping_address: { ...FORM.shipping_address, company: CARD, apartment: SPACED, phone: DASHED },
  billing_address: { ...FORM.shipping_address, address: `c/o ${CARD}`, number: Number(CARD) },
  delivery_method: { ...FORM.delivery_method, title: CARD, turnaround: SPACED },
  notes: `Please charge ${DASHED}.`,
  nested: { deep: [{ deeper: { cardNumber: Number(CARD), list: [CARD, Number(CARD)] } }] },
};

async function order(token: string, key?: string): Promise<string> {
  const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
  const pay = () =>
    kept(
      shop.call('POST', '/web-commerce/checkout/complete/', {
        headers: { ...byToken(visit), ...(key && { 'idempotency-key': key }) },
        body: {
          checkout_session_id: id,
          payment_method_id: 'card',
          payment_data: { token, cardNumber: CARD, card: { number: SPACED, note: CARD } },
          checkout_form_data: FORM_OF_CARDS,
        },
      }),
    );
  const reply = await pay();
  if (key !== undefined) {
    const again = await pay();
    expect([again.status, again.body]).toEqual([reply.status, reply.body]);
  }
  if (reply.body.requires_action) await kept(confirm(shop, visit, id));
  return reply.body.transaction_id ?? '';
}

async function refusals(): Promise<void> {
  const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
  for (const token of [CARD, SPACED, Number(CARD)]) {
    const bad = { token: token as string, form: FORM_OF_CARDS };
    expect((await kept(complete(shop, visit, id, bad))).status).toBe(400);
  }
  const send = (body: unknown) =>
    kept(shop.call('POST', '/web-commerce/checkout/complete/', { headers: byToken(visit), body }));
  expect((await send({ checkout_session_id: CARD, payment_method_id: CARD })).status).toBe(400);
  expect((await send(`{"cardNumber": "${CARD}"`)).status).toBeGreaterThanOrEqual(400);
  const stranger = await openVisit(shop, DOWNTOWN_ID);
  const foreign = await kept(complete(shop, stranger, id, { form: FORM_OF_CARDS }));
  expect(foreign.status).toBe(403);
  await kept(shop.call('GET', `/web-commerce/products/?q=${CARD}`));
  expect((await kept(shop.call('GET', `/web-commerce/products/${CARD}/`))).status).toBe(404);
  expect((await kept(shop.call('GET', `/nowhere/${CARD}/`))).status).toBe(404);
}

async function backOffice(sale: string): Promise<void> {
  const till = await shop.tillToken();
  const manager = await shop.officeToken();
  const at = (token: string, method: string, path: string, body: unknown) =>
    kept(shop.call(method, path, { token, body }));
  await at(manager, 'PATCH', `/transactions/${sale}/`, { notes: `Card ${SPACED}, ${CARD}` });
  await at(till, 'POST', '/pos/approvals/request/', {
    request_type: 'discount',
    amount: '1.00',
    reason: `Customer with ${DASHED}`,
    details: { card: CARD, inside: [{ number: Number(CARD) }], [CARD]: 'as a key' },
  });
  await at(till, 'POST', '/pos/cash-drawer/', { operation: 'open', reason: CARD });
  await at(manager, 'POST', `/transactions/${sale}/void/`, { reason: `Wrong card ${CARD}` });
  const event = {
    id: `evt_${digits(8)}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: `pi_${digits(8)}`, amount_received: 1, card: { number: CARD } } },
  };
  const body = JSON.stringify(event);
  const headers = { 'processor-signature': stripeHeader(body, { secret: SECRET }) };
  expect((await kept(post(shop, '/payments/webhook/primary/', body, headers))).status).toBe(200);
}

/** Rows of all tables, including the job queue, that contain a trace of the card. */
async function tablesWithTraces(): Promise<string[]> {
  const tables = await statement<{ name: string }>(
    shop.platform.db,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await statement<{ row: string }>(
      shop.platform.db,
      `select t::text as row from ${name} t
       where exists (select from unnest($1::text[]) as trace where strpos(t::text, trace) > 0)`,
      [TRACES],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
  }
  expect(tables.length).toBeGreaterThan(50);
  return found;
}

/** Data files of this database and the write-ahead log, read from disk. */
async function filesWithTraces(): Promise<string[]> {
  await statement(shop.platform.db, 'checkpoint');
  const [row] = await statement<{ folder: string; oid: string }>(
    shop.platform.db,
    `select current_setting('data_directory') as folder,
       (select oid::text from pg_database where datname = current_database()) as oid`,
  );
  const folders = [join('base', row?.oid ?? ''), 'pg_wal'];
  return folders.flatMap(folder =>
    readdirSync(join(row?.folder ?? '', folder), { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(folder, entry.name))
      .filter(path => {
        const bytes = bytesOf(join(row?.folder ?? '', path));
        return TRACES.some(trace => bytes.includes(trace));
      }),
  );
}

/** Checkpoints delete files; a deleted file counts as empty. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** The token route reads only the last four digits of what is typed. */
async function tokens(): Promise<void> {
  const typed = (body: object) => kept(shop.call('POST', '/sandbox/card-tokens/', { body }));
  const valid = { exp_month: 12, exp_year: 2034 };
  const known = await typed({ card_number: '4000 0000 0000 0002', cvc: '123', ...valid });
  expect(known.body).toEqual({
    success: true,
    token: 'tok_declined',
    last_four: '0002',
    brand: 'visa',
  });
  expect((await typed({ wallet: 'test' })).body.token).toBe('tok_ok');
  for (const card_number of [CARD, SPACED, '4242', '****4242']) {
    const unknown = await typed({ card_number, ...valid });
    expect([unknown.status, unknown.body.code, unknown.body.details]).toEqual([
      400,
      'CARD_INVALID',
      { card_number: ['This is not a test card.'] },
    ]);
  }
  const expired = await typed({ card_number: '4242424242424242', exp_month: 6, exp_year: 2020 });
  expect([expired.status, expired.body.details]).toEqual([
    400,
    { exp_month: ['The card has expired.'] },
  ]);
  const open = await typed({ card_number: '4242424242424242', exp_month: 6 });
  expect([open.status, open.body.details]).toEqual([
    400,
    { exp_year: ['Enter when the card expires.'] },
  ]);
}

it('gives one client 20 card tokens a minute', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/sandbox/card-tokens/',
      payload: { wallet: 'test' },
      remoteAddress: '198.51.100.77',
    });
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

it('stores no card number in tables, files, the job queue, mails, logs or responses', async () => {
  const sale = await order('tok_ok');
  await order('tok_ok', 'with-a-key');
  await order('tok_challenge');
  await order('tok_declined', 'declined-with-a-key');
  await order('tok_timeout');
  await order('tok_error');
  await refusals();
  await tokens();
  await backOffice(sale);
  await shop.settleEvents();
  await settled(shop);
  const last = CARD.slice(-4);
  const [kept] = await statement<{ n: number }>(
    shop.platform.db,
    'select count(*)::int as n from payments where card_last_four = $1',
    [last],
  );
  expect(kept?.n).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThan(20);
  const [mails] = await statement<{ n: number }>(
    shop.platform.db,
    'select count(*)::int as n from mails',
  );
  expect(mails?.n).toBeGreaterThan(0);
  const traced = (texts: readonly string[]) =>
    texts.filter(text => TRACES.some(trace => text.includes(trace)));
  expect(traced(answers)).toEqual([]);
  expect(traced(lines)).toEqual([]);
  expect(await tablesWithTraces()).toEqual([]);
  expect(await filesWithTraces()).toEqual([]);
});
