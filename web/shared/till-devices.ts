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

export const PAPER_WIDTHS = ['58', '80'] as const;
/** Of network printers. */
export const DEFAULT_PORT = 9_100;
export const MAX_PORT = 65_535;
export const MAX_NAME_LENGTH = 100;

/** The name and, in the network, the address of a device as the API takes them. */
export const placeOf = (draft: {
  name: string;
  connection: DeviceConnection;
  address: string;
  port: number | string;
}) => ({
  name: draft.name.trim(),
  ...(draft.connection === 'network' && {
    address: draft.address.trim(),
    port: Number(draft.port) || DEFAULT_PORT,
  }),
});
