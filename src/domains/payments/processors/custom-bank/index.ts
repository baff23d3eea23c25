import type { ProcessorDescriptor } from '../descriptor.js';
import { createCustomBank } from './client.js';
import { webhook } from './webhook.js';

export type CustomBankSettings = {
  apiBase: string | undefined;
  apiKey: string | undefined;
  webhookSecret: string | undefined;
};

export const customBank: ProcessorDescriptor<'custom_bank', CustomBankSettings> = {
  type: 'custom_bank',
  aliases: ['elavon'],
  sandboxIdPrefix: 'cb',
  secretHeaders: ['x-bank-signature'],
  readSettings: read => ({
    apiBase: read.url('BANK_API_BASE', ['http', 'https']),
    apiKey: read.secret('BANK_API_KEY'),
    webhookSecret: read.secret('BANK_WEBHOOK_SECRET'),
  }),
  apiAddress: ({ apiBase }) => apiBase,
  createClient: ({ apiBase, apiKey }) =>
    apiBase === undefined || apiKey === undefined
      ? undefined
      : createCustomBank({ apiKey, apiBase }),
  webhook,
};
