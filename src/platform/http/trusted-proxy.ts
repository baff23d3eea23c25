import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the proxies: addresses and CIDR ranges of `TRUST_PROXY`. */
export function trustedProxies(
  proxies: readonly string[],
): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return address => address !== undefined && list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
