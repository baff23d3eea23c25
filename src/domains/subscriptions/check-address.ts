import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../../platform/clock.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { isPublicAddress } from '../../platform/webhooks/public-address.js';
import { addressProblem } from './rules.js';

const LOOKUP_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * Refuses addresses in private networks. Accepts a host name that does not resolve at the moment,
 * because every delivery resolves and checks it again.
 */
export async function checkAddress({ config }: Platform, text: string): Promise<void> {
  const problem = addressProblem(text, config.production);
  if (problem !== undefined) throw invalidField('url', problem);
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) !== 0 ? [host] : await addressesOf(host);
  if (!addresses.every(isPublicAddress)) {
    throw invalidField('url', 'Must lead to a public address.');
  }
}

async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).then(
    addresses => addresses.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, pause(LOOKUP_TIMEOUT_MS, [], { ref: false })]);
}
