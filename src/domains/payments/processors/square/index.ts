import type { SettingsReader } from '../../../../platform/settings.js';
import type { PageHosts, ProcessorDescriptor } from '../descriptor.js';
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
  cardFields: ({ applicationId, locationId }) =>
    applicationId === undefined || locationId === undefined
      ? undefined
      : {
          form: { kind: 'square', publishable_key: applicationId, location_id: locationId },
          hosts: hostsOf(applicationId),
        },
  webhook,
};

/** Google's own script draws the button of Google Pay and opens its sheet; Apple Pay is in Safari. */
const GOOGLE_PAY = 'https://pay.google.com';
const GOOGLE_LOGOS = 'https://www.gstatic.com';

/**
 * What Square's card fields and wallets need. For 3-D Secure they put the page of the card's bank into a frame of
 * this page, and every bank has a host of its own, so frames may come from any. See
 * https://developer.squareup.com/docs/web-payments/content-security-policy
 */
function hostsOf(applicationId: string): PageHosts {
  const isTest = applicationId.startsWith('sandbox-');
  const cdn = isTest ? 'https://sandbox.web.squarecdn.com' : 'https://web.squarecdn.com';
  const domain = isTest ? 'squareupsandbox.com' : 'squareup.com';
  return {
    script: `${cdn} ${GOOGLE_PAY}`,
    style: cdn,
    image: GOOGLE_LOGOS,
    connect: `${cdn} https://connect.${domain} https://pci-connect.${domain} ${GOOGLE_PAY} https://google.com/pay`,
    frame: 'https:',
  };
}

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
