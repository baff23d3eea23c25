import { createHash, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  allowedUrl,
  trustedLeaf,
  useCertificates,
} from '../../src/domains/payments/processors/paypal/certificates.js';
import { statement } from '../../src/platform/database/tx.js';
import { isPublicAddress } from '../../src/platform/webhooks/public-address.js';
import { pay } from '../payments/support.js';
import { openShop, type Shop } from '../support/service.js';
import {
  CERT_URL,
  ENV,
  fixture,
  hmac,
  ledger,
  ledgerRow,
  newEventId,
  newIntentId,
  paypalHeaders,
  post,
  runJob,
} from './support.js';

let shop: Shop;
const START = new Date('2030-01-02T03:04:05Z');
let now = START;
let fetched: string[] = [];
let pem = fixture('chain');

beforeAll(async () => {
  shop = await openShop({ env: ENV, background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());
beforeEach(() => {
  now = START;
  fetched = [];
  pem = fixture('chain');
  useCertificates(shop.platform, {
    roots: [fixture('authority')],
    fetchPem: async url => {
      fetched.push(url.href);
      return pem;
    },
  });
});

const UNSIGNED = { error: 'Invalid webhook signature' };

const verificationOf = async (id: string): Promise<string> =>
  (
    await shop.platform.db
      .selectFrom('payments')
      .select('verification')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).verification;

describe('the receiver of any processor', () => {
  it('answers 404 for an unknown processor', async () => {
    for (const name of ['visa', 'constructor', '__proto__', 'toString', 'PRIMARY', '%00']) {
      const reply = await post(shop, `/payments/webhook/${name}/`, '{}', {});
      expect([name, reply.status, reply.body]).toEqual([
        name,
        404,
        { error: 'Unknown processor type' },
      ]);
    }
  });

  it.each(['square', 'paypal', 'custom_bank', 'elavon'])(
    'checks JSON, then the signature, for %s',
    async name => {
      const path = `/payments/webhook/${name}/`;
      const before = await ledger(shop);
      const broken = await post(shop, path, '{', {});
      expect([broken.status, broken.body]).toEqual([400, { error: 'Invalid JSON payload' }]);
      const unsigned = await post(shop, path, '{}', {});
      expect([unsigned.status, unsigned.body]).toEqual([401, UNSIGNED]);
      expect(await ledger(shop)).toEqual(before);
    },
  );

  it('refuses a processor whose secret is not configured', async () => {
    const bare = await openShop({ background: false });
    const body = JSON.stringify({ id: newEventId(), type: 'ping' });
    const headers = {
      'x-bank-signature': hmac('', body, 'hex'),
      'x-square-hmacsha256-signature': hmac('', `${body}`, 'base64'),
      ...paypalHeaders(body, new Date(), { webhookId: 'undefined' }),
    };
    for (const name of ['square', 'paypal', 'custom_bank']) {
      const reply = await post(bare, `/payments/webhook/${name}/`, body, headers);
      expect([name, reply.status]).toEqual([name, 401]);
    }
    await bare.close();
  });
});

describe('Square', () => {
  const PATH = '/payments/webhook/square/';
  const sign = (body: string, url = `${ENV.PUBLIC_URL}${PATH}`) => ({
    'x-square-hmacsha256-signature': hmac(ENV.SQUARE_WEBHOOK_SECRET, url + body, 'base64'),
  });
  const updated = (payment: object) =>
    JSON.stringify({
      merchant_id: 'M1',
      event_id: newEventId(),
      type: 'payment.updated',
      data: { type: 'payment', object: { payment } },
    });

  it('confirms a completed payment', async () => {
    const id = newIntentId();
    const payment = await pay(shop, { method: 'card_square', processorTransactionId: id });
    const amount_money = { amount: 10_000, currency: 'USD' };
    const body = updated({ id, status: 'COMPLETED', amount_money });
    const reply = await post(shop, PATH, body, sign(body));
    expect(reply.body.result).toEqual({
      success: true,
      payment_id: payment.id,
      validation: 'confirmed',
      amount_match: true,
    });
    expect(await verificationOf(payment.id)).toBe('confirmed');
    expect(await ledgerRow(shop, JSON.parse(body).event_id)).toMatchObject({
      processor: 'square',
      event_type: 'payment.updated',
    });
    expect((await post(shop, PATH, body, sign(body))).body.status).toBe('duplicate');
  });

  it('finds a payment recorded under its order', async () => {
    const order_id = newIntentId();
    const payment = await pay(shop, { method: 'card_square', processorTransactionId: order_id });
    const amount_money = { amount: 10_000, currency: 'USD' };
    const body = updated({ id: newIntentId(), order_id, status: 'COMPLETED', amount_money });
    const reply = await post(shop, PATH, body, sign(body));
    expect(reply.body.result.payment_id).toBe(payment.id);
  });

  it('ignores a payment that is not completed', async () => {
    const body = updated({ id: newIntentId(), status: 'APPROVED' });
    expect((await post(shop, PATH, body, sign(body))).body.result).toEqual({
      handled: false,
      reason: 'payment_not_succeeded',
    });
  });

  it('is refused when the signature covers another address or body', async () => {
    const before = await ledger(shop);
    const body = updated({ id: newIntentId(), status: 'COMPLETED' });
    const forged = [
      sign(body, `https://evil.example${PATH}`),
      sign(body, `${ENV.PUBLIC_URL}/payments/webhook/custom_bank/`),
      sign(`${body} `),
      {
        'x-square-hmacsha256-signature': hmac('wrong', `${ENV.PUBLIC_URL}${PATH}${body}`, 'base64'),
      },
    ];
    for (const headers of forged) {
      const reply = await post(shop, PATH, body, { ...headers, host: 'evil.example' });
      expect([reply.status, reply.body]).toEqual([401, UNSIGNED]);
    }
    expect(await ledger(shop)).toEqual(before);
  });
});

describe('the bank', () => {
  const sign = (body: string) => ({
    'x-bank-signature': hmac(ENV.BANK_WEBHOOK_SECRET, body, 'hex'),
  });

  it.each([
    ['in the form of its API', (payment: object) => ({ data: payment })],
    ['wrapped as an object', (payment: object) => ({ data: { object: payment } })],
  ])('confirms a payment reported %s, under either of its ids', async (_, wrap) => {
    for (const name of ['custom_bank', 'elavon']) {
      const id = newIntentId();
      const payment = await pay(shop, { method: 'card_bank', processorTransactionId: id });
      const data = wrap({ id, amount: 10_000, currency: 'USD' });
      const body = JSON.stringify({ id: newEventId(), type: 'payment.succeeded', ...data });
      const reply = await post(shop, `/payments/webhook/${name}/`, body, sign(body));
      expect(reply.body.result).toMatchObject({ payment_id: payment.id, amount_match: true });
      expect((await ledgerRow(shop, JSON.parse(body).id))?.processor).toBe('custom_bank');
    }
  });
});

describe('PayPal', () => {
  const PATH = '/payments/webhook/paypal/';
  const captured = (order: string, value = '100.00', id = newEventId()) =>
    JSON.stringify({
      id,
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: {
        id: `cap-${order}`,
        amount: { value, currency_code: 'USD' },
        supplementary_data: { related_ids: { order_id: order } },
      },
    });
  const deliver = (body: string, headers: Record<string, string>) =>
    post(shop, PATH, body, headers);

  async function paidOrder() {
    const order = newIntentId();
    const payment = await pay(shop, { processorTransactionId: order });
    await shop.platform.db
      .updateTable('payments')
      .set({ processor_type: 'paypal' })
      .where('id', '=', payment.id)
      .execute();
    return { order, payment };
  }

  it('confirms a captured order, and fetches its certificate once', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { order, payment } = await paidOrder();
      const body = captured(order);
      const reply = await deliver(body, paypalHeaders(body, now));
      expect(reply.body).toMatchObject({
        status: 'success',
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        result: { payment_id: payment.id, amount_match: true },
      });
    }
    expect(fetched).toEqual([CERT_URL]);
  });

  it('flags another amount', async () => {
    const { order, payment } = await paidOrder();
    const body = captured(order, '99.99');
    expect((await deliver(body, paypalHeaders(body, now))).body.result.amount_match).toBe(false);
    expect(await verificationOf(payment.id)).toBe('mismatch');
  });

  it.each([
    [-300, 200],
    [300, 200],
    [-301, 401],
    [301, 401],
  ])('sent %d seconds from now: %d', async (seconds, status) => {
    const body = captured(newIntentId());
    const headers = paypalHeaders(body, new Date(now.getTime() + seconds * 1_000));
    expect((await deliver(body, headers)).status).toBe(status);
  });

  it('is refused when a header is missing or changed', async () => {
    const body = captured(newIntentId());
    const good = paypalHeaders(body, now);
    const before = await ledger(shop);
    for (const name of Object.keys(good)) {
      // The address is not signed; another address names another certificate.
      const longer = name === 'paypal-cert-url' ? [] : [`${good[name]}x`];
      for (const value of [undefined, '', 'x', ...longer]) {
        const { [name]: _, ...rest } = good;
        const headers = value === undefined ? rest : { ...rest, [name]: value };
        const reply = await deliver(body, headers);
        expect([name, value, reply.status]).toEqual([name, value, 401]);
      }
    }
    for (const algorithm of ['SHA1withRSA', 'sha256withrsa', 'none']) {
      const reply = await deliver(body, { ...good, 'paypal-auth-algo': algorithm });
      expect(reply.status).toBe(401);
    }
    const foreign = paypalHeaders(body, now, { webhookId: 'WH-OTHER' });
    expect((await deliver(body, foreign)).status).toBe(401);
    expect((await deliver(`${body} `, good)).status).toBe(401);
    expect(await ledger(shop)).toEqual(before);
  });

  it('fetches a certificate only from an allowed host', async () => {
    const body = captured(newIntentId());
    const odd = [
      'http://api.paypal.com/cert',
      'https://api.paypal.com.evil.test/cert',
      'https://evilpaypal.com/cert',
      'https://paypal.com/cert',
      'https://api.paypal.com@evil.test/cert',
      'https://user:pw@api.paypal.com/cert',
      'https://api.paypal.com:8443/cert',
      'https://api.paypal.com./cert',
      'https://127.0.0.1/cert',
      'https://[::1]/cert',
      'https://2130706433/cert',
      'https://api.paypal.com\\@evil.test/cert',
      'https://api%2epaypal.com/cert',
      'https:api.paypal.com/cert',
      '//api.paypal.com/cert',
      'file:///etc/passwd',
      'javascript:alert(1)',
      `https://api.paypal.com/${'x'.repeat(2_000)}`,
      'https://api.paypal.com/cert#x',
      '',
    ];
    for (const url of odd) {
      const reply = await deliver(body, paypalHeaders(body, now, { url }));
      expect([url, reply.status, reply.body]).toEqual([url, 401, UNSIGNED]);
    }
    expect(fetched).toEqual([]);
    expect(allowedUrl('https://127.0.0.1/x', ['127.0.0.1'])).toBe(undefined);
    expect(allowedUrl('https://API.PayPal.com/x', ['api.paypal.com'])).toBe(undefined);
    expect(allowedUrl('https://api.paypal.com/./x', ['api.paypal.com'])).toBe(undefined);
    expect(allowedUrl('https://api.paypal.com:443/x', ['API.PayPal.com'])?.hostname).toBe(
      'api.paypal.com',
    );
  });

  it.each(['other-name', 'other-authority', 'weak-key', 'signed-by-no-authority', 'authority'])(
    'is refused with a certificate that is %s',
    async name => {
      pem = fixture(name);
      const body = captured(newIntentId());
      expect((await deliver(body, paypalHeaders(body, now))).status).toBe(401);
    },
  );

  it('is refused when the certificate is invalid or cannot be fetched', async () => {
    const body = captured(newIntentId());
    for (const text of [
      '',
      'hello',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    ]) {
      pem = text;
      expect((await deliver(body, paypalHeaders(body, now))).status).toBe(401);
    }
    useCertificates(shop.platform, { fetchPem: () => Promise.reject(new Error('no answer')) });
    expect((await deliver(body, paypalHeaders(body, now))).status).toBe(401);
  });

  it('trusts a certificate only while it and its authorities are valid', () => {
    const roots = [new X509Certificate(fixture('authority'))];
    const trusts = (at: string): boolean =>
      trustedLeaf(fixture('chain'), roots, 'api.paypal.com', new Date(at)) !== undefined;
    expect(trusts('2030-01-01T00:00:00Z')).toBe(true);
    expect(trusts('2020-01-01T00:00:00Z')).toBe(false);
    expect(trusts('2199-01-01T00:00:00Z')).toBe(false);
    const [leaf = ''] = fixture('chain').split(/(?<=-----END CERTIFICATE-----\n)/);
    expect(trustedLeaf(leaf, roots, 'api.paypal.com', START)).toBe(undefined);
  });

  it('accepts a transmission for one body only, even where the checksum is the same', async () => {
    const id = 'transmission-1';
    const { order, payment } = await paidOrder();
    const body = captured(newIntentId(), '1.00');
    const headers = paypalHeaders(body, now, { id });
    expect((await deliver(body, headers)).body.status).toBe('success');
    expect((await deliver(body, headers)).body.status).toBe('duplicate');
    const forged = withChecksum(captured(order), crc32(Buffer.from(body)));
    expect(crc32(Buffer.from(forged))).toBe(crc32(Buffer.from(body)));
    const reply = await deliver(forged, headers);
    expect([reply.status, reply.body]).toEqual([401, UNSIGNED]);
    expect(await verificationOf(payment.id)).toBe('not_needed');
    const [bound] = await statement<{ body_sha256: Buffer }>(
      shop.platform.db,
      'select body_sha256 from webhook_transmissions where transmission_id = $1',
      [id],
    );
    expect(bound?.body_sha256).toEqual(createHash('sha256').update(body).digest());
    now = new Date(START.getTime() + 25 * 3_600_000);
    await runJob(shop, 'purge-transmissions');
    expect(await statement(shop.platform.db, 'select 1 from webhook_transmissions')).toEqual([]);
    expect((await deliver(forged, headers)).status).toBe(401);
  });

  it('is accepted unsigned in mock mode, and only there', async () => {
    const mock = await openShop({ env: { ...ENV, PAYPAL_MODE: 'mock' }, background: false });
    const body = captured(newIntentId());
    expect((await post(mock, PATH, body, {})).body.status).toBe('success');
    expect((await post(mock, PATH, '{', {})).status).toBe(400);
    await mock.close();
  });
});

describe('addresses', () => {
  it.each([
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:93.184.215.14', false],
    ['64:ff9b::a00:1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['2002:a00:1::', false],
    ['localhost', false],
    ['', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

/** The same JSON with spaces and tabs at its end that give it the required checksum. */
function withChecksum(json: string, wanted: number): string {
  const BLANKS = 40;
  const base = json + ' '.repeat(BLANKS);
  const start = crc32(Buffer.from(base));
  const flips = Array.from({ length: BLANKS }, (_, i) => {
    const text = `${base.slice(0, json.length + i)}\t${base.slice(json.length + i + 1)}`;
    return (crc32(Buffer.from(text)) ^ start) >>> 0;
  });
  // CRC32 is linear, so the blanks to change are the solution of 32 equations.
  const rows = flips.map((value, i) => ({ value, picks: 1n << BigInt(i) }));
  let rest = (wanted ^ start) >>> 0;
  let picks = 0n;
  for (let bit = 31; bit >= 0; bit -= 1) {
    const mask = 2 ** bit;
    const has = (value: number): boolean => Math.floor(value / mask) % 2 === 1;
    const at = rows.findIndex(row => has(row.value));
    if (at === -1) continue;
    const [pivot] = rows.splice(at, 1);
    if (pivot === undefined) continue;
    for (const row of rows) {
      if (!has(row.value)) continue;
      row.value = (row.value ^ pivot.value) >>> 0;
      row.picks ^= pivot.picks;
    }
    if (!has(rest)) continue;
    rest = (rest ^ pivot.value) >>> 0;
    picks ^= pivot.picks;
  }
  const tail = Array.from({ length: BLANKS }, (_, i) => ((picks >> BigInt(i)) & 1n ? '\t' : ' '));
  return json + tail.join('');
}
