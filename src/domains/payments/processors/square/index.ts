import type { SettingsReader } from '../../../../platform/settings.js';
import type { ProcessorDescriptor } from '../descriptor.js';
import { createSquare } from './client.js';
import { webhook } from './webhook.js';

export type SquareSettings = {
  accessToken: string | undefined;
  apiBase: string;
  webhookSecret: string | undefined;
  /** Neither is secret: the web shop gives them to every browser. */
  applicationId: string | undefined;
  locationId: string | undefined;
};

export const square: ProcessorDescriptor<'square', SquareSettings> = {
  type: 'square',
  sandboxIdPrefix: 'sq',
  secretHeaders: ['x-square-hmacsha256-signature'],
  readSettings: read => ({
    accessToken: read.secret('SQUARE_ACCESS_TOKEN'),
    apiBase: read.url('SQUARE_API_BASE', ['http', 'https']) ?? ownApi(read),
    webhookSecret: read.secret('SQUARE_WEBHOOK_SECRET'),
    applicationId: readApplicationId(read),
    locationId: read.text('SQUARE_LOCATION_ID'),
  }),
  apiAddress: ({ apiBase }) => apiBase,
  createClient: ({ accessToken, apiBase, locationId }) =>
    accessToken === undefined ? undefined : createSquare({ accessToken, apiBase, locationId }),
  cardForm: ({ applicationId, locationId }) =>
    applicationId === undefined || locationId === undefined
      ? undefined
      : { kind: 'square', publishable_key: applicationId, location_id: locationId },
  webhook,
};

const ownApi = (read: SettingsReader): string =>
  read.production ? 'https://connect.squareup.com' : 'https://connect.squareupsandbox.com';

/** Refuses an id of the other system: its script would take cards that cannot be charged. */
function readApplicationId(read: SettingsReader): string | undefined {
  const id = read.text('SQUARE_APPLICATION_ID');
  const start = read.production ? 'sq0idp-' : 'sandbox-sq0idb-';
  if (id === undefined || (id.startsWith(start) && /^[\w-]+$/.test(id))) return id;
  read.problems.push(`SQUARE_APPLICATION_ID must start with ${start}`);
  return undefined;
}
