import { invalidField } from '../../platform/http/failure.js';
import { READER_STATES } from '../payments/index.js';

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

/** What the test of a device without paper finds. */
/** What became of a paper that was printed at once. */
export const SLIP_OUTCOMES = [
  'printed',
  'paper_out',
  'cover_open',
  'error',
  'unreachable',
  'connection_lost',
  'no_answer',
] as const;
export type SlipOutcome = (typeof SLIP_OUTCOMES)[number];

export const TEST_OUTCOMES = ['opening', 'shown', ...READER_STATES] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

export const DEFAULT_PORT = 9100;

/** After this time nobody may be at the drawer any more. */
export const DRAWER_SECONDS = 30;

type Plugged = { kind: string; connection: string; purpose: string; is_active: boolean };

/**
 * Whether a network printer opens the drawer of a till with these devices. A drawer at a till with a
 * printer on a cable is plugged into that one, and the register opens it.
 */
export function opensByNetwork(devices: readonly Plugged[]): boolean {
  const active = devices.filter(device => device.is_active);
  const printers = active.filter(({ kind }) => kind === 'printer');
  const isWired = ({ connection }: Plugged) =>
    connection === 'webusb' || connection === 'webserial';
  return (
    active.some(({ kind }) => kind === 'drawer') &&
    !printers.some(isWired) &&
    printers.some(({ connection, purpose }) => connection === 'network' && purpose === 'receipt')
  );
}

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
