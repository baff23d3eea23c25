import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses outside the public internet: loopback, private, link-local and reserved ranges. */
const RESERVED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Public IPv6 is 2000::/3, except ranges that embed IPv4 addresses or are for documentation. */
const RESERVED_IPV6 = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];

/** One list per family: a common list would also match an IPv4 address as `::ffff:…`. */
function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const reservedIpv4 = listOf('ipv4', RESERVED_IPV4);
const reservedIpv6 = listOf('ipv6', RESERVED_IPV6);

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reservedIpv4.check(address, 'ipv4');
    case 6:
      return !reservedIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

type Found = (error: Error | null, addresses: LookupAddress[]) => void;
type Resolve = (hostname: string, options: LookupAllOptions, found: Found) => void;

/**
 * Resolves names for a connection and refuses those with a private address. The connection uses
 * the checked addresses, so DNS cannot change between check and connect (DNS rebinding).
 */
export const publicLookupBy =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found ?? [];
      const [first] = addresses;
      if (error || first === undefined) {
        callback(error ?? new Error(`${hostname} has no address`), '');
      } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new Error(`${hostname} leads to an address that is not public`), '');
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** With the resolver of the system. */
export const publicLookup = publicLookupBy(lookup);
