import { createHmac } from 'node:crypto';

const SECRET = 'a-webhook-secret-of-the-fuzzing';
const DATASET = 'production';

/** Receivers without a secret answer 401 to every request. */
export const WEBHOOK_ENV = {
  PRIMARY_WEBHOOK_SECRET: SECRET,
  KYC_WEBHOOK_SECRET: SECRET,
  CMS_WEBHOOK_SECRET: SECRET,
  CMS_DATASET: DATASET,
  BANK_WEBHOOK_SECRET: SECRET,
};

const hmac = (text: string) => createHmac('sha256', SECRET).update(text);

/** Valid signature headers, so that the service reads the body itself. */
export function signed(path: string, payload: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1_000);
  const hex = `t=${seconds},v1=${hmac(`${seconds}.${payload}`).digest('hex')}`;
  switch (path) {
    case '/payments/webhook/primary/':
      return { 'processor-signature': hex };
    case '/compliance/kyc/{vendor}/webhook/':
    case '/compliance/kyc/kycvendor/webhook/':
      return { 'kyc-vendor-signature': hex };
    case '/integrations/cms-webhook/': {
      const ms = seconds * 1_000;
      const digest = hmac(`${ms}.${payload}`).digest('base64url');
      return { 'cms-webhook-signature': `t=${ms},v1=${digest}`, 'cms-dataset': DATASET };
    }
    default:
      return { 'x-bank-signature': hmac(payload).digest('hex') };
  }
}

/** Bodies as these senders build them. */
export const WEBHOOK_BODIES: Record<string, (id: string) => object> = {
  '/payments/webhook/primary/': id => ({
    id: `evt_${id}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: `pi_${id}`, amount_received: 1_250 } },
  }),
  '/integrations/cms-webhook/': id => ({ _id: `product-${id}`, _type: 'product', _rev: id }),
  '/payments/webhook/{processor_type}/': id => ({ id: `evt_${id}`, type: 'payment.updated' }),
  '/compliance/kyc/{vendor}/webhook/': id => ({
    data: { id, attributes: { status: 'approved', 'reference-id': 'kyc-demo-1' } },
  }),
};
