import type { ItemOf } from './api/responses.js';

export type TillDevice = ItemOf<'/terminals/{terminal_id}/devices/'>;
export type DeviceKind = TillDevice['kind'];
export type DeviceConnection = TillDevice['connection'];

/** As the service allows them; the first is the usual one. */
export const CONNECTIONS: Record<DeviceKind, [DeviceConnection, ...DeviceConnection[]]> = {
  printer: ['network', 'webusb', 'webserial', 'dialog'],
  drawer: ['printer'],
  customer_display: ['browser', 'webserial'],
  scale: ['webserial', 'webusb'],
  card_reader: ['processor'],
};

/** Port of network printers. */
export const DEFAULT_PORT = 9_100;

/** The fields of a device while somebody fills them in. */
export type DeviceDraft = {
  kind: DeviceKind;
  name: string;
  connection: DeviceConnection;
  address: string;
  port: number | string;
  paper_width: TillDevice['paper_width'];
  purpose: TillDevice['purpose'];
  category_ids: string[];
  reader_id: string;
};

export const NEW_DEVICE: DeviceDraft = {
  kind: 'printer',
  name: '',
  connection: 'network',
  address: '',
  port: DEFAULT_PORT,
  paper_width: '80',
  purpose: 'receipt',
  category_ids: [],
  reader_id: '',
};

export const draftOf = (device: TillDevice): DeviceDraft => ({
  kind: device.kind,
  name: device.name,
  connection: device.connection,
  address: device.address ?? '',
  port: device.port ?? DEFAULT_PORT,
  paper_width: device.paper_width,
  purpose: device.purpose,
  category_ids: device.category_ids,
  reader_id: device.reader_id ?? '',
});

/** As the API takes it. Only network printers have an address and print tickets. */
export function bodyOf(draft: DeviceDraft) {
  const { kind, connection, category_ids } = draft;
  const isTicket = connection === 'network' && draft.purpose === 'ticket';
  const purpose: DeviceDraft['purpose'] = isTicket ? 'ticket' : 'receipt';
  return {
    kind,
    name: draft.name.trim(),
    connection,
    paper_width: draft.paper_width,
    purpose,
    category_ids: isTicket ? category_ids : [],
    ...(connection === 'network' && {
      address: draft.address.trim(),
      port: Number(draft.port) || DEFAULT_PORT,
    }),
    ...(kind === 'card_reader' && { reader_id: draft.reader_id.trim() || null }),
  };
}

export const isWiredConnection = (connection: DeviceConnection): boolean =>
  connection === 'webusb' || connection === 'webserial';

/** States in which a printer prints nothing. */
export type PrinterTrouble = Extract<
  TillDevice['state'],
  'paper_out' | 'cover_open' | 'error' | 'unreachable'
>;
const TROUBLES: readonly string[] = ['paper_out', 'cover_open', 'error', 'unreachable'];

/** Why a network printer that is switched on prints nothing; undefined if it works. */
export const troubleOf = (device: TillDevice): PrinterTrouble | undefined =>
  device.is_active && device.connection === 'network' && TROUBLES.includes(device.state)
    ? (device.state as PrinterTrouble)
    : undefined;
