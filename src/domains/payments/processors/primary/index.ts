import type { SettingsReader } from '../../../../platform/settings.js';
import type { ProcessorDescriptor } from '../descriptor.js';
import { createPrimary } from './client.js';
import { webhook } from './webhook.js';

export type PrimarySettings = {
  apiKey: string | undefined;
  apiBase: string | undefined;
  webhookSecret: string | undefined;
  /** Not secret: the web shop gives it to every browser. */
  publishableKey: string | undefined;
};

/** Stripe, or any server with the same API. */
export const primary: ProcessorDescriptor<'primary', PrimarySettings> = {
  type: 'primary',
  sandboxIdPrefix: 'pi',
  secretHeaders: ['processor-signature'],
  readSettings: read => ({
    apiKey: read.secret('PRIMARY_API_KEY'),
    apiBase: read.url('PRIMARY_API_BASE', ['http', 'https']),
    webhookSecret: read.secret('PRIMARY_WEBHOOK_SECRET'),
    publishableKey: readPublishableKey(read),
  }),
  apiAddress: ({ apiBase }) => apiBase ?? 'https://api.stripe.com',
  createClient: ({ apiKey, apiBase }) =>
    apiKey === undefined ? undefined : createPrimary({ apiKey, apiBase }),
  cardForm: ({ publishableKey }) =>
    publishableKey === undefined ? undefined : { kind: 'stripe', publishable_key: publishableKey },
  webhook,
};

/** Refuses a secret key: every browser would get it. */
function readPublishableKey(read: SettingsReader): string | undefined {
  const key = read.secret('PRIMARY_PUBLISHABLE_KEY');
  if (key === undefined || /^pk_\w+$/.test(key)) return key;
  read.problems.push('PRIMARY_PUBLISHABLE_KEY must start with pk_');
  return undefined;
}
