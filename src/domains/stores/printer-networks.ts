import { isIP } from 'node:net';
import { forbidden, invalidField } from '../../platform/http/failure.js';
import { can, type Staff } from '../access/index.js';
import type { Store } from './repository.js';

const BITS = { 4: 32, 6: 128 } as const;

/** `192.168.10.0/24`, or one address without its bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= BITS[family as 4 | 6]);
}

export function checkPrinterNetworks(networks: readonly string[] | undefined): void {
  if (networks?.every(isNetwork) === false) {
    throw invalidField('printer_networks', 'Must be networks such as 192.168.10.0/24.');
  }
}

/** The operators of the service decide which machines it connects to. */
export function requireNetworkPermission(
  caller: Staff,
  store: Pick<Store, 'printer_networks'>,
  networks: readonly string[] | undefined,
): void {
  if (networks === undefined || networks.join() === store.printer_networks.join()) return;
  if (!can(caller, 'store.manage')) {
    throw forbidden('Only administrators change the networks of printers.', 'PERMISSION_DENIED');
  }
}
