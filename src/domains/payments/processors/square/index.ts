import type { ProcessorDescriptor } from '../descriptor.js';
import { createSquare } from './client.js';
import { webhook } from './webhook.js';

export type SquareSettings = {
  accessToken: string | undefined;
  apiBase: string;
  webhookSecret: string | undefined;
};

export const square: ProcessorDescriptor<'square', SquareSettings> = {
  type: 'square',
  sandboxIdPrefix: 'sq',
  secretHeaders: ['x-square-hmacsha256-signature'],
  readSettings: read => ({
    accessToken: read.secret('SQUARE_ACCESS_TOKEN'),
    apiBase: read.production
      ? 'https://connect.squareup.com'
      : 'https://connect.squareupsandbox.com',
    webhookSecret: read.secret('SQUARE_WEBHOOK_SECRET'),
  }),
  apiAddress: ({ apiBase }) => apiBase,
  createClient: ({ accessToken, apiBase }) =>
    accessToken === undefined ? undefined : createSquare({ accessToken, apiBase }),
  webhook,
};
