import { addMs, SECOND_MS } from '../../../platform/clock.js';
import type { AddressBlock } from '../../../platform/http/address-blocks.js';
import { fullName } from '../rules.js';
import type { BlockKind } from './attempt-repository.js';
import { BLOCK_MS } from './attempt-rules.js';
import type { Block } from './repository.js';

const REASONS: Record<BlockKind, string> = {
  pin_at_till: 'Wrong PINs of this employee at this till',
  pin: 'Wrong PINs of this employee',
  till: 'Wrong PINs at this till',
  password: 'Wrong passwords of this account',
  code: 'Wrong codes of this account',
};

/** A person or a till that is locked out. */
export const presentBlock = (block: Block) => ({
  id: block.id,
  kind: block.kind,
  user: block.user_id === null ? null : { id: block.user_id, name: fullName(block) },
  terminal_id: block.terminal_id,
  address: null,
  reason: REASONS[block.kind],
  failures: block.failures,
  since: addMs(block.blocked_until, -BLOCK_MS).toISOString(),
  blocked_until: block.blocked_until.toISOString(),
});

/** A blocked address. */
export const presentAddressBlock = (block: AddressBlock, now: Date) => ({
  id: block.id,
  kind: block.kind,
  user: null,
  terminal_id: null,
  address: block.address,
  reason: addressReason(block),
  failures: block.rule.max,
  since: addMs(now, -block.startedMsAgo).toISOString(),
  blocked_until: addMs(now, block.endsInMs).toISOString(),
});

function addressReason({ kind, ofOneOwner, rule }: AddressBlock): string {
  const seconds = Math.round(rule.windowMs / SECOND_MS);
  if (kind === 'failure') return `${rule.max} failed logins within ${seconds} seconds`;
  const who = ofOneOwner ? 'the devices of one person or till' : 'devices without a login';
  return `${rule.max} requests of ${who} within ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
}
