import type { SettingsReader } from '../../../../platform/settings.js';
import type { PageHosts, ProcessorDescriptor } from '../descriptor.js';
import { createPrimary } from './client.js';
import { webhook } from './webhook.js';

export type PrimarySettings = {
  apiKey: string | undefined;
  apiBase: string | undefined;
  webhookSecret: string | undefined;
  /** Not secret: the web shop gives it to every browser. */
  publishableKey: string | undefined;
};

/**
 * What Stripe.js needs; its images stay in its frames. See
 * https://docs.stripe.com/security/guide#content-security-policy
 */
const STRIPE_HOSTS: PageHosts = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
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
  cardFields: ({ publishableKey }) =>
    publishableKey === undefined
      ? undefined
      : { form: { kind: 'stripe', publishable_key: publishableKey }, hosts: STRIPE_HOSTS },
  webhook,
};

/** Refuses a secret key: every browser would get it. */
function readPublishableKey(read: SettingsReader): string | undefined {
  const key = read.secret('PRIMARY_PUBLISHABLE_KEY');
  if (key === undefined || /^pk_\w+$/.test(key)) return key;
  read.problems.push('PRIMARY_PUBLISHABLE_KEY must start with pk_');
  return undefined;
}
