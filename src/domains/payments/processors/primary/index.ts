import type { ProcessorDescriptor } from '../descriptor.js';
import { createPrimary } from './client.js';
import { webhook } from './webhook.js';

export type PrimarySettings = {
  apiKey: string | undefined;
  apiBase: string | undefined;
  webhookSecret: string | undefined;
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
  }),
  apiAddress: ({ apiBase }) => apiBase ?? 'https://api.stripe.com',
  createClient: ({ apiKey, apiBase }) =>
    apiKey === undefined ? undefined : createPrimary({ apiKey, apiBase }),
  webhook,
};
