import { createHash } from 'node:crypto';
import { canonical } from '../http/idempotency-rules.js';

export const ACTOR_KINDS = ['staff', 'customer', 'unknown'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who called, and from which till. */
export type Actor = {
  id: string | null;
  kind: ActorKind;
  storeId: string | null;
  terminalId: string | null;
};

export type Changes = Record<string, { before: unknown; after: unknown }>;

/** One entry of the audit log. It names people by id only. */
export type AuditEntry = {
  id: string;
  at: Date;
  actorId: string | null;
  actorKind: ActorKind;
  action: string;
  recordType: string;
  recordId: string | null;
  storeId: string | null;
  terminalId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  changes: Changes;
};

/** The hash before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

/**
 * SHA-256 over the previous hash, a newline and the entry as JSON with sorted keys and without
 * spaces: an entry that is changed, removed or moved breaks the chain.
 */
export function hashOf(previousHash: string, entry: AuditEntry): string {
  const json = canonical({
    id: entry.id,
    at: entry.at.toISOString(),
    actor_id: entry.actorId,
    actor_kind: entry.actorKind,
    action: entry.action,
    record_type: entry.recordType,
    record_id: entry.recordId,
    store_id: entry.storeId,
    terminal_id: entry.terminalId,
    address: entry.address,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
    changes: entry.changes,
  });
  return createHash('sha256').update(`${previousHash}\n${json}`).digest('hex');
}
