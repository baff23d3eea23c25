import { hkdfSync } from 'node:crypto';

const derived = new Map<string, Buffer>();

type Use = 'pepper' | 'tokens' | 'codes' | 'recovery' | 'clients' | 'devices';

/** Derives a separate key for each use from the installation's secret. */
export function keyFor(secretKey: string, use: Use): Buffer {
  const name = `${use}/${secretKey}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `tillhouse/people/${use}`, 32));
  derived.set(name, key);
  return key;
}
