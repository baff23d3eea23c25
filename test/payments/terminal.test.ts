import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';
import { startStripeDouble } from './doubles/stripe.js';

let shop: Shop;
let till: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  till = await shop.tillToken();
});
afterAll(() => shop.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.call('POST', `/payments/terminal/${path}/`, { token: till, body, headers });

const count = async (table: 'payments' | 'sandbox_intents'): Promise<number> => {
  const row = await shop.platform.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
};

const PAYMENT = { amount: 1_250, currency: 'usd', processor_type: 'primary' };

it.each([
  ['primary', 'primary'],
  ['square', 'square'],
  ['paypal', 'paypal'],
  ['custom_bank', 'custom_bank'],
  ['elavon', 'custom_bank'],
])('issues a connection token for a card reader of %s', async (asked, answered) => {
  const answer = await post('connection-token', { processor_type: asked });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    secret: expect.stringMatching(/^pst_sandbox_/),
    processor_type: answered,
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('prepares a payment without recording one', async () => {
  const before = await count('payments');
  const answer = await post('create-payment', PAYMENT);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    payment_intent_id: expect.stringMatching(/^pi_sandbox_/),
    client_secret: expect.stringContaining(answer.body.payment_intent_id),
    amount: 1_250,
    currency: 'usd',
    processor_type: 'primary',
  });
  expect(await count('payments')).toBe(before);
});

it('prepares one payment per key', async () => {
  const headers = { 'idempotency-key': newId() };
  const before = await count('sandbox_intents');
  const first = await post('create-payment', PAYMENT, headers);
  const second = await post('create-payment', PAYMENT, headers);
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers['idempotent-replayed']).toBe('true');
  const other = await post('create-payment', { ...PAYMENT, amount: 1_251 }, headers);
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
  expect(await count('sandbox_intents')).toBe(before + 1);
});

it('returns the same payment when the answer was lost with its node', async () => {
  const headers = { 'idempotency-key': newId() };
  const first = await post('create-payment', PAYMENT, headers);
  await shop.platform.db
    .deleteFrom('idempotency_keys')
    .where('key', '=', headers['idempotency-key'])
    .execute();
  const second = await post('create-payment', PAYMENT, headers);
  expect(second.body).toEqual(first.body);
});

it.each([
  [{ processor_type: 'stripe' }, 'processor_type'],
  [{ processor_type: '__proto__' }, 'processor_type'],
  [{ processor_type: 7 }, 'processor_type'],
  [{ processor_type: undefined }, 'processor_type'],
  [{ amount: 0 }, 'amount'],
  [{ amount: -5 }, 'amount'],
  [{ amount: 100_000_000 }, 'amount'],
  [{ amount: 12.5 }, 'amount'],
  [{ amount: '1250' }, 'amount'],
  [{ currency: 'US' }, 'currency'],
  [{ currency: 'dollars' }, 'currency'],
  [{ currency: 'KWD', amount: 1_255 }, 'amount'],
])('refuses to prepare a payment with %j', async (change, field) => {
  const before = await count('sandbox_intents');
  const answer = await post('create-payment', { ...PAYMENT, ...change });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual({ [field]: [expect.any(String)] });
  expect(await count('sandbox_intents')).toBe(before);
});

it('accepts amounts up to the limit', async () => {
  expect((await post('create-payment', { ...PAYMENT, amount: 99_999_999 })).status).toBe(201);
  expect((await post('create-payment', { ...PAYMENT, amount: 1 })).status).toBe(201);
});

it('needs a login', async () => {
  const answer = await shop.call('POST', '/payments/terminal/connection-token/', {
    body: { processor_type: 'primary' },
  });
  expect(answer.status).toBe(401);
});

it('limits the rate at which a till calls its processor', async () => {
  const token = await shop.tillToken('EMP001', 'T-009');
  const ask = () =>
    shop.call('POST', '/payments/terminal/connection-token/', {
      token,
      body: { processor_type: 'primary' },
    });
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push(await ask());
  expect(answers.map(answer => answer.status)).toEqual([...new Array(60).fill(200), 429]);
  expect(Number(answers[60]?.headers['retry-after'])).toBeGreaterThan(0);
});

it('calls the real processor once its key is set, and reports when it is unreachable', async () => {
  const vendor = await startStripeDouble();
  const env = { PRIMARY_API_KEY: 'sk_test_key', PRIMARY_API_BASE: vendor.url };
  const node = await openShop({ env, beside: shop, background: false });
  const token = await node.tillToken('EMP001', 'T-001');
  const ask = () =>
    node.call('POST', '/payments/terminal/create-payment/', { token, body: PAYMENT });
  expect((await ask()).body).toMatchObject({
    payment_intent_id: expect.stringMatching(/^pi_\d+$/),
    amount: 1_250,
  });
  await vendor.close();
  const away = await ask();
  expect([away.status, away.body.code]).toEqual([503, 'PROCESSOR_UNAVAILABLE']);
  await node.close();
});

it('tells an administrator the webhook addresses, and whether a processor accepts the key', async () => {
  const vendor = await startStripeDouble();
  const env = {
    PRIMARY_API_KEY: 'sk_test_key',
    PRIMARY_API_BASE: vendor.url,
    PRIMARY_WEBHOOK_SECRET: 'whsec_only_for_tests',
    PUBLIC_URL: 'https://shop.example',
  };
  const node = await openShop({ env, beside: shop, background: false });
  const token = await node.officeToken('admin');
  const list = await node.call('GET', '/payment-processors/', { token });
  expect(list.body.slice(0, 2)).toEqual([
    {
      processor_type: 'primary',
      is_sandbox: false,
      is_usable: true,
      webhook_url: 'https://shop.example/payments/webhook/primary/',
      has_webhook_secret: true,
    },
    {
      processor_type: 'square',
      is_sandbox: true,
      is_usable: true,
      webhook_url: 'https://shop.example/payments/webhook/square/',
      has_webhook_secret: false,
    },
  ]);
  expect(list.text).not.toContain('whsec_only_for_tests');
  const test = async (type: string) =>
    (await node.call('POST', `/payment-processors/${type}/test/`, { token })).body;
  expect(await test('primary')).toMatchObject({ is_sandbox: false, works: true, reason: null });
  expect(await test('square')).toMatchObject({ is_sandbox: true, works: true, reason: null });
  await vendor.close();
  expect(await test('primary')).toMatchObject({ works: false, reason: 'no_answer' });
  const manager = await node.officeToken('manager');
  const refused = await node.call('GET', '/payment-processors/', { token: manager });
  expect(refused.status).toBe(403);
  await node.close();
});
