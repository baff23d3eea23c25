import { invalidField } from '../../platform/http/failure.js';

/** How each kind of device is connected. */
export const CONNECTIONS_OF = {
  printer: ['network', 'webusb', 'webserial', 'dialog'],
  drawer: ['printer'],
  customer_display: ['browser', 'webserial'],
  scale: ['webserial', 'webusb'],
  card_reader: ['processor'],
} as const;

export type Kind = keyof typeof CONNECTIONS_OF;
export const KINDS = Object.keys(CONNECTIONS_OF) as [Kind, ...Kind[]];
export type Connection = (typeof CONNECTIONS_OF)[Kind][number];
export const CONNECTIONS: readonly Connection[] = [
  ...new Set(Object.values(CONNECTIONS_OF).flat()),
];

export const PURPOSES = ['receipt', 'ticket'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a printer reported last. */
export const STATES = [
  'unknown',
  'ready',
  'paper_low',
  'paper_out',
  'cover_open',
  'error',
  'unreachable',
] as const;
export type State = (typeof STATES)[number];

export const DEFAULT_PORT = 9100;

/** Later, nobody may stand at the drawer any more. */
export const DRAWER_SECONDS = 30;

export type DeviceFields = {
  kind: Kind;
  connection: Connection;
  address: string | null;
  port: number | null;
  purpose: Purpose;
  category_ids: readonly string[];
};

/** Refuses fields that contradict each other. */
export function checkDevice(device: DeviceFields): void {
  const { kind, connection, purpose, category_ids: categories } = device;
  const allowed: readonly Connection[] = CONNECTIONS_OF[kind];
  if (!allowed.includes(connection)) {
    throw invalidField('connection', `Must be one of ${allowed.join(', ')} for this device.`);
  }
  if (connection === 'network' && device.address === null) {
    throw invalidField('address', 'A network printer needs an IP address.');
  }
  const isTicketPrinter = purpose === 'ticket';
  if (isTicketPrinter && (kind !== 'printer' || connection !== 'network')) {
    throw invalidField('purpose', 'Tickets are printed by network printers.');
  }
  if (isTicketPrinter && categories.length === 0) {
    throw invalidField('category_ids', 'Choose the categories of the tickets.');
  }
}
