import { createHash, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Platform } from '../../../platform/platform.js';
import { valueAt } from '../../../platform/webhooks/payload.js';
import { isFresh } from '../../../platform/webhooks/verify.js';
import { bindTransmission } from '../repository.js';
import { certificatesFor } from './paypal-certificates.js';
import { type Delivery, header, reportOf, type Sender, UNSUPPORTED } from './sender.js';

const ALGORITHM = 'SHA256withRSA';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
const SIGNATURE_LENGTH = { min: 300, max: 1_400 };
const MAX_ID_LENGTH = 255;

type Transmission = { id: string; time: string; signature: Buffer; certUrl: string };

/** The five headers, each of the right shape; undefined when one is not. */
function transmissionOf(delivery: Delivery): Transmission | undefined {
  const id = header(delivery, 'paypal-transmission-id') ?? '';
  const time = header(delivery, 'paypal-transmission-time') ?? '';
  const signature = header(delivery, 'paypal-transmission-sig') ?? '';
  const certUrl = header(delivery, 'paypal-cert-url') ?? '';
  const bytes = Buffer.from(signature, 'base64');
  const isWhole =
    header(delivery, 'paypal-auth-algo') === ALGORITHM &&
    /^[\x21-\x7b\x7d\x7e]+$/.test(id) &&
    id.length <= MAX_ID_LENGTH &&
    ISO_TIME.test(time) &&
    signature.length >= SIGNATURE_LENGTH.min &&
    signature.length <= SIGNATURE_LENGTH.max &&
    // Decoding passes over odd characters and spare bits; only one text stands for these bytes.
    bytes.toString('base64') === signature &&
    certUrl !== '';
  return isWhole ? { id, time, signature: bytes, certUrl } : undefined;
}

async function isSignedTransmission(platform: Platform, delivery: Delivery): Promise<boolean> {
  const { clock, config, db, log } = platform;
  const { paypalWebhookId: webhookId, paypalCertHosts } = config.webhooks;
  const sent = transmissionOf(delivery);
  const now = clock.now();
  if (!webhookId || sent === undefined || !isFresh(Date.parse(sent.time), now)) return false;
  const key = await certificatesFor(platform)(sent.certUrl, paypalCertHosts, now).catch(error => {
    log.warn({ reason: String(error?.message) }, 'a webhook certificate could not be had');
    return undefined;
  });
  if (key === undefined) return false;
  const message = `${sent.id}|${sent.time}|${webhookId}|${crc32(delivery.body)}`;
  if (!verify('RSA-SHA256', Buffer.from(message), key, sent.signature)) return false;
  // The checksum is all that is signed of the body, so a second body never passes as the first.
  const digest = createHash('sha256').update(delivery.body).digest();
  return (await bindTransmission(db, sent.id, digest, now)).equals(digest);
}

/** The third processor signs with a certificate, and its payment is an order that is captured. */
export const paypal: Sender = {
  processor: 'paypal',
  isAskedAgain: true,
  isGenuine: async (platform, delivery) =>
    platform.config.webhooks.paypalMode === 'mock' || isSignedTransmission(platform, delivery),
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
