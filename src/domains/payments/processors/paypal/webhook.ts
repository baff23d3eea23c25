import { createHash, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { valueAt } from '../../../../platform/webhooks/payload.js';
import { isFresh } from '../../../../platform/webhooks/verify.js';
import {
  type Delivery,
  header,
  reportOf,
  UNSUPPORTED,
  type Webhook,
  type WebhookContext,
} from '../webhook.js';
import { certificatesFor } from './certificates.js';
import type { PaypalSettings } from './index.js';

const ALGORITHM = 'SHA256withRSA';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
const SIGNATURE_LENGTH = { min: 300, max: 1_400 };
const MAX_ID_LENGTH = 255;

type Transmission = { id: string; time: string; signature: Buffer; certUrl: string };

/** Undefined when one of the five headers is missing or malformed. */
function transmissionOf(delivery: Delivery): Transmission | undefined {
  const id = header(delivery, 'paypal-transmission-id') ?? '';
  const time = header(delivery, 'paypal-transmission-time') ?? '';
  const signature = header(delivery, 'paypal-transmission-sig') ?? '';
  const certUrl = header(delivery, 'paypal-cert-url') ?? '';
  const bytes = Buffer.from(signature, 'base64');
  const isValid =
    header(delivery, 'paypal-auth-algo') === ALGORITHM &&
    /^[\x21-\x7b\x7d\x7e]+$/.test(id) &&
    id.length <= MAX_ID_LENGTH &&
    ISO_TIME.test(time) &&
    signature.length >= SIGNATURE_LENGTH.min &&
    signature.length <= SIGNATURE_LENGTH.max &&
    // The decoder ignores stray characters and spare bits; accept only the canonical text.
    bytes.toString('base64') === signature &&
    certUrl !== '';
  return isValid ? { id, time, signature: bytes, certUrl } : undefined;
}

async function isSignedTransmission(
  { platform, settings, bindTransmission }: WebhookContext<PaypalSettings>,
  delivery: Delivery,
): Promise<boolean> {
  const { clock, log } = platform;
  const { webhookId, certHosts } = settings;
  const sent = transmissionOf(delivery);
  const now = clock.now();
  if (!webhookId || sent === undefined || !isFresh(Date.parse(sent.time), now)) return false;
  const key = await certificatesFor(platform)(sent.certUrl, certHosts, now).catch(error => {
    log.warn({ reason: String(error?.message) }, 'webhook certificate could not be fetched');
    return undefined;
  });
  if (key === undefined) return false;
  const message = `${sent.id}|${sent.time}|${webhookId}|${crc32(delivery.body)}`;
  if (!verify('RSA-SHA256', Buffer.from(message), key, sent.signature)) return false;
  // Only a CRC-32 of the body is signed, so a second body with the same checksum is refused.
  const digest = createHash('sha256').update(delivery.body).digest();
  return (await bindTransmission(sent.id, digest)).equals(digest);
}

/** PayPal signs with a certificate; its payment is an order that is captured. */
export const webhook: Webhook<PaypalSettings> = {
  needsLookup: true,
  hasSecret: ({ webhookId, mode }) => Boolean(webhookId) || mode === 'mock',
  isGenuine: async (context, delivery) =>
    context.settings.mode === 'mock' || isSignedTransmission(context, delivery),
  identify: payload => ({
    id: valueAt(payload, 'id'),
    type: valueAt(payload, 'event_type') ?? valueAt(payload, 'type'),
  }),
  read: (type, payload) => {
    if (type !== 'PAYMENT.CAPTURE.COMPLETED') return UNSUPPORTED;
    const capture = valueAt(payload, 'resource');
    return {
      handled: true,
      report: reportOf(
        [valueAt(capture, 'supplementary_data', 'related_ids', 'order_id'), valueAt(capture, 'id')],
        valueAt(capture, 'amount', 'currency_code'),
        { unit: 'decimal', value: valueAt(capture, 'amount', 'value') },
      ),
    };
  },
};
