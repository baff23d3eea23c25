import { afterAll, beforeAll, expect, it } from 'vitest';
import { useCertificates } from '../../src/domains/payments/processors/paypal/certificates.js';
import { statement } from '../../src/platform/database/tx.js';
import { MILLISECONDS_BASE64URL, signatureHeader } from '../../src/platform/webhooks/signature.js';
import { announce } from '../support/announce.js';
import { openShop, type Shop } from '../support/service.js';
import {
  CERT_URL,
  ENV,
  fixture,
  hmac,
  mutated,
  newEventId,
  PRIMARY,
  paypalHeaders,
  post,
  seeded,
  stripeHeader,
} from './support.js';

/** `FORGERIES=100000` for a long run: that many over all receivers and headers. */
const FORGERIES = Number(process.env.FORGERIES ?? 4_500);
const SEED = Number(process.env.FORGERY_SEED ?? 7_092_026);
const now = new Date('2030-01-02T03:04:05Z');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    env: { ...ENV, CMS_WEBHOOK_SECRET: CMS_SECRET },
    background: false,
    clock: { now: () => now },
  });
  const chain = fixture('chain');
  useCertificates(shop.platform, {
    roots: [fixture('authority')],
    fetchPem: async url => (url.href === CERT_URL ? chain : ''),
  });
});
afterAll(() => shop.close());

type Receiver = {
  path: string;
  body: string;
  headers: Record<string, string>;
  /** The header that a forger changes. */
  header: string;
};

const event = (more: object = {}): string =>
  JSON.stringify({ id: newEventId(), type: 'ping', ...more });
const bankBody = event();
const squareBody = event();
const primaryBody = event();
const paypalBody = event();
const CMS_SECRET = 'cms_secret_for_tests';
const contentBody = JSON.stringify({ _id: 'brand-1', _type: 'brand', _rev: 'r1', name: 'B' });
const kycBody = JSON.stringify({
  data: { id: 'inq_1', attributes: { status: 'approved', 'reference-id': 'nobody' } },
});

const receivers: [string, Receiver][] = [
  [
    'primary',
    {
      path: PRIMARY,
      body: primaryBody,
      headers: { 'processor-signature': stripeHeader(primaryBody, { at: now }) },
      header: 'processor-signature',
    },
  ],
  [
    'square',
    {
      path: '/payments/webhook/square/',
      body: squareBody,
      headers: {
        'x-square-hmacsha256-signature': hmac(
          ENV.SQUARE_WEBHOOK_SECRET,
          `${ENV.PUBLIC_URL}/payments/webhook/square/${squareBody}`,
          'base64',
        ),
      },
      header: 'x-square-hmacsha256-signature',
    },
  ],
  [
    'bank',
    {
      path: '/payments/webhook/custom_bank/',
      body: bankBody,
      headers: { 'x-bank-signature': hmac(ENV.BANK_WEBHOOK_SECRET, bankBody, 'hex') },
      header: 'x-bank-signature',
    },
  ],
  ...['transmission-id', 'transmission-time', 'transmission-sig', 'cert-url', 'auth-algo'].map(
    (name): [string, Receiver] => [
      `paypal ${name}`,
      {
        path: '/payments/webhook/paypal/',
        body: paypalBody,
        headers: paypalHeaders(paypalBody, now, { id: 'one-transmission' }),
        header: `paypal-${name}`,
      },
    ],
  ),
  [
    'kyc',
    {
      path: '/compliance/kyc/kycvendor/webhook/',
      body: kycBody,
      headers: {
        'kyc-vendor-signature': stripeHeader(kycBody, { at: now, secret: ENV.KYC_WEBHOOK_SECRET }),
      },
      header: 'kyc-vendor-signature',
    },
  ],
  [
    'content',
    {
      path: '/integrations/cms-webhook/',
      body: contentBody,
      headers: {
        'cms-dataset': 'production',
        'cms-webhook-signature': signatureHeader(
          CMS_SECRET,
          contentBody,
          now,
          MILLISECONDS_BASE64URL,
        ),
      },
      header: 'cms-webhook-signature',
    },
  ],
];

function isStillWhole(text: string, good: string): boolean {
  const items = text.split(/[\s,]+/);
  const [time = '', digest = ''] = good.split(',');
  return items.find(item => item.startsWith('t=')) === time && items.includes(digest);
}

const ROUNDS = Math.ceil(FORGERIES / receivers.length);

it.each(receivers)(`refuses every changed header: %s (seed ${SEED})`, async (name, receiver) => {
  const { path, body, headers, header } = receiver;
  const random = seeded(SEED);
  const good = headers[header] ?? '';
  const statuses = new Map<number, number>();
  for (let i = 0; i < ROUNDS; i += 1) {
    let text = mutated(good, random);
    // Any number of commas and spaces separates the vendor's sets, so a header with time and
    // digest unchanged is no forgery.
    while (name === 'kyc' && isStillWhole(text, good)) text = mutated(good, random);
    const { status } = await post(shop, path, body, { ...headers, [header]: text });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[401, ROUNDS]]);
  expect(await statement(shop.platform.db, 'select 1 from webhook_events')).toEqual([]);
  expect(await statement(shop.platform.db, 'select 1 from content_inbound_events')).toEqual([]);
  if (process.env.FORGERIES) {
    await announce(
      shop.platform.db,
      `${name}: ${ROUNDS} changed headers, ${ROUNDS} × 401, seed ${SEED}`,
    );
  }
});

it.each(receivers)('accepts the unchanged header: %s', async (name, receiver) => {
  const { status } = await post(shop, receiver.path, receiver.body, receiver.headers);
  const accepted = new Map([
    ['kyc', 404],
    ['content', 202],
  ]);
  expect([name, status]).toEqual([name, accepted.get(name) ?? 200]);
});
