import type { SettingsReader } from '../../../../platform/settings.js';
import type { ProcessorDescriptor } from '../descriptor.js';
import { createPaypal } from './client.js';
import { webhook } from './webhook.js';

export type PaypalSettings = {
  clientId: string | undefined;
  clientSecret: string | undefined;
  apiBase: string;
  webhookId: string | undefined;
  certHosts: string[];
  /** `mock` accepts unsigned webhooks. */
  mode: 'mock' | 'live';
};

function readSettings(read: SettingsReader): PaypalSettings {
  const mode = read.oneOf('PAYPAL_MODE', ['mock', 'live'] as const, 'live');
  if (read.production && mode === 'mock') {
    read.problems.push('PAYPAL_MODE must not be mock in production: it accepts unsigned webhooks');
  }
  return {
    clientId: read.secret('PAYPAL_CLIENT_ID'),
    clientSecret: read.secret('PAYPAL_CLIENT_SECRET'),
    apiBase: read.url('PAYPAL_API_BASE', ['http', 'https']) ?? ownApi(read),
    webhookId: read.secret('PAYPAL_WEBHOOK_ID'),
    certHosts: read.list('PAYPAL_CERT_HOSTS'),
    mode,
  };
}

const ownApi = (read: SettingsReader): string =>
  read.production ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com';

export const paypal: ProcessorDescriptor<'paypal', PaypalSettings> = {
  type: 'paypal',
  sandboxIdPrefix: 'pp',
  secretHeaders: ['paypal-transmission-sig'],
  paysByOrder: true,
  readSettings,
  apiAddress: ({ apiBase }) => apiBase,
  createClient: ({ clientId, clientSecret, apiBase }) =>
    clientId === undefined || clientSecret === undefined
      ? undefined
      : createPaypal({ clientId, clientSecret, apiBase }),
  // The shopper approves at PayPal, so the pages of the shop load nothing of it.
  cardFields: () => ({ form: { kind: 'redirect', publishable_key: null }, hosts: {} }),
  webhook,
};
