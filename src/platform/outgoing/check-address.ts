import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../clock.js';
import { invalidField } from '../http/failure.js';
import type { Platform } from '../platform.js';
import { isPublicAddress } from '../webhooks/public-address.js';
import { addressProblem } from './address-problem.js';

const LOOKUP_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * Refuses addresses in private networks. Accepts a host name that does not resolve at the moment,
 * because every delivery resolves and checks it again.
 */
export async function checkAddress(
  { config }: Pick<Platform, 'config'>,
  text: string,
  field = 'url',
): Promise<void> {
  const problem = addressProblem(text, config.production);
  if (problem !== undefined) throw invalidField(field, problem);
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) !== 0 ? [host] : await addressesOf(host);
  if (!addresses.every(isPublicAddress)) {
    throw invalidField(field, 'Must lead to a public address.');
  }
}

async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).then(
    addresses => addresses.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, pause(LOOKUP_TIMEOUT_MS, [], { ref: false })]);
}
