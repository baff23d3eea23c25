import { BlockList, isIP } from 'node:net';
import { invalidField } from '../../platform/http/failure.js';

/** Private networks, where printers usually are; neither this machine nor link-local addresses. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
/** The ports of print servers. Elsewhere, text of a receipt could be a command to another service. */
const PRINT_PORTS = { first: 9100, last: 9109 };

/** An IPv4 address inside an IPv6 one would pass a list of the other family. */
const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => {
  if (isIP(address) === 4) return 'ipv4';
  return isIP(address) === 6 && !address.toLowerCase().startsWith('::ffff:') ? 'ipv6' : undefined;
};

function isInside(networks: readonly string[], address: string): boolean {
  const family = familyOf(address);
  if (family === undefined) return false;
  return networks.some(network => {
    const [base = '', bits] = network.split('/');
    if (familyOf(base) !== family) return false;
    const list = new BlockList();
    list.addSubnet(base, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
    return list.check(address, family);
  });
}

/** Whether the service may connect to a printer there; the store's own networks allow every port. */
export function mayPrintTo(
  networks: readonly string[],
  { address, port }: { address: string; port: number },
): boolean {
  if (networks.length > 0) return isInside(networks, address);
  return isInside(PRIVATE, address) && port >= PRINT_PORTS.first && port <= PRINT_PORTS.last;
}

export function requirePrinterAddress(
  networks: readonly string[],
  to: { address: string; port: number },
): void {
  if (familyOf(to.address) === undefined) throw invalidField('address', 'Must be an IP address.');
  if (mayPrintTo(networks, to)) return;
  throw invalidField(
    'address',
    networks.length === 0
      ? 'Must be in a private network, with a port from 9100 to 9109.'
      : "Must be in one of the store's printer networks.",
    'ADDRESS_NOT_ALLOWED',
  );
}
