import type { AddressBlock } from '../../../platform/http/address-blocks.js';
import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { knownTillCallers, terminalsOfStores } from '../logins/caller-repository.js';
import { callerHash } from '../logins/client-hash.js';

/**
 * The blocked addresses that concern the caller: all for those who see every store; otherwise the
 * caller's own address, and those from which a till of the caller's stores has logged in.
 */
export async function visibleAddressBlocks(
  platform: Platform,
  caller: Staff,
  ownAddress: string,
): Promise<AddressBlock[]> {
  const blocks = await platform.limits.addressBlocks();
  const scope = storeScope(caller);
  if (scope === undefined || blocks.length === 0) return blocks;
  const terminals = await terminalsOfStores(platform.db, scope);
  const addresses = [...new Set(blocks.map(block => block.address))];
  const pairs = addresses.flatMap(address =>
    terminals.map(terminal => ({ address, caller: callerHash(platform, terminal, address) })),
  );
  const known = new Set(
    await knownTillCallers(
      platform.db,
      pairs.map(pair => pair.caller),
      platform.clock.now(),
    ),
  );
  const visible = new Set([
    clientKey(ownAddress),
    ...pairs.filter(pair => known.has(pair.caller)).map(pair => pair.address),
  ]);
  return blocks.filter(block => visible.has(block.address));
}
