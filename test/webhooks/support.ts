import { createHmac, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import Stripe from 'stripe';
import { webhooks } from '../../src/domains/webhooks/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import type { Reply, Shop } from '../support/service.js';

export const PRIMARY = '/payments/webhook/primary/';
export const SECRET = 'whsec_primary_for_tests';

export const ENV = {
  PUBLIC_URL: 'https://shop.example',
  PRIMARY_WEBHOOK_SECRET: SECRET,
  KYC_WEBHOOK_SECRET: 'kyc_secret_for_tests',
  SQUARE_WEBHOOK_SECRET: 'square_secret_for_tests',
  BANK_WEBHOOK_SECRET: 'bank_secret_for_tests',
  PAYPAL_WEBHOOK_ID: 'WH-TEST-1',
  PAYPAL_CERT_HOSTS: 'api.paypal.com',
};

const stripe = new Stripe('sk_test_only_for_signing');

/** The signature header, made by Stripe's own library. */
export const stripeHeader = (
  payload: string,
  options: { secret?: string; at?: Date; scheme?: string } = {},
): string =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? SECRET,
    timestamp: Math.floor((options.at ?? new Date()).getTime() / 1_000),
    ...(options.scheme !== undefined && { scheme: options.scheme }),
  });

export const newEventId = (): string => `evt_${newId()}`;
export const newIntentId = (): string => `pi_${newId()}`;

export const succeeded = (intent: object, id = newEventId()) => ({
  id,
  type: 'payment_intent.succeeded',
  data: { object: intent },
});

export const post = (
  shop: Shop,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<Reply> =>
  shop.call('POST', path, { body, headers: { 'content-type': 'application/json', ...headers } });

/** Sends an event signed by the primary processor, now by the shop's clock. */
export const send = (shop: Shop, event: object): Promise<Reply> => {
  const body = JSON.stringify(event);
  const header = stripeHeader(body, { at: shop.platform.clock.now() });
  return post(shop, PRIMARY, body, { 'processor-signature': header });
};

export const hmac = (secret: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

/**
 * Certificates made with openssl for these tests, valid until 2126; their keys are used here only.
 */
export const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.pem`, import.meta.url), 'utf8');

export const CERT_URL = 'https://api.paypal.com/v1/notifications/certs/CERT-1';

/** The five headers with which PayPal signs a delivery. */
export function paypalHeaders(
  body: string,
  at: Date,
  more: Partial<{ id: string; url: string; webhookId: string; key: string }> = {},
): Record<string, string> {
  const id = more.id ?? newId();
  const time = `${at.toISOString().slice(0, 19)}Z`;
  const webhookId = more.webhookId ?? ENV.PAYPAL_WEBHOOK_ID;
  const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
  const signer = createSign('RSA-SHA256').update(message);
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signer.sign(more.key ?? fixture('leaf-key'), 'base64'),
    'paypal-cert-url': more.url ?? CERT_URL,
    'paypal-auth-algo': 'SHA256withRSA',
  };
}

export type Row = {
  id: string;
  processor: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  payment_id: string | null;
  error_message: string | null;
  result: Record<string, unknown> | null;
  raw_payload: unknown;
  processed_at: Date | null;
  retry_at: Date | null;
};

export const ledger = (shop: Shop): Promise<Row[]> =>
  statement<Row>(shop.platform.db, 'select * from webhook_events order by id');

export async function ledgerRow(shop: Shop, eventId: string): Promise<Row | undefined> {
  const [row] = await statement<Row>(
    shop.platform.db,
    'select * from webhook_events where event_id = $1',
    [eventId],
  );
  return row;
}

/** Runs a job of this domain as the schedule would. */
export async function runJob(shop: Shop, name: string): Promise<void> {
  const job = webhooks.jobs?.find(one => one.name === `webhooks:${name}`);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run(shop.platform, {});
}

/** Leaves an event claimed, as a node that died right after claiming it. */
export async function leaveClaimed(shop: Shop, eventId: string): Promise<void> {
  await statement(
    shop.platform.db,
    `update webhook_events
     set status = 'pending', processed_at = null, payment_id = null, result = null,
         retry_at = received_at, lease_until = $2::timestamptz - interval '1 second'
     where event_id = $1`,
    [eventId, shop.platform.clock.now()],
  );
}

/** The same numbers for the same seed, so that a failure can be reproduced. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PRINTABLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');

/** One to three small edits: characters replaced, removed, inserted or swapped. */
export function mutated(text: string, random: () => number): string {
  let result = text;
  const pick = (length: number): number => Math.floor(random() * length);
  while (result === text) {
    for (let edits = 1 + pick(3); edits > 0; edits -= 1) {
      const at = pick(result.length);
      const other = PRINTABLE[pick(PRINTABLE.length)] ?? 'x';
      const kinds = [
        () => result.slice(0, at) + other + result.slice(at + 1),
        () => result.slice(0, at) + result.slice(at + 1),
        () => result.slice(0, at) + other + result.slice(at),
        () =>
          result.slice(0, at) + (result[at + 1] ?? '') + (result[at] ?? '') + result.slice(at + 2),
        () => result.slice(0, at),
      ];
      result = kinds[pick(kinds.length)]?.() ?? result;
    }
  }
  return result;
}

/** Polls until the condition holds; these tests do not measure how long a job takes. */
export async function until(isSo: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('the condition did not hold in time');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}
