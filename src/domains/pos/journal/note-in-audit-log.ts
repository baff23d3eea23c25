import { hashOfText, isFreeText, keepTexts } from '../../../platform/audit/free-text.js';
import type { Origin } from '../../../platform/audit/origin.js';
import { writeEntry } from '../../../platform/audit/write-entry.js';
import type { Tx } from '../../../platform/database/tx.js';
import { USUAL_REASONS } from '../../returns/index.js';
import type { Applied, Work } from './entry-work.js';

/** A person at the desk books a held entry; where the till was is not known any more. */
const NOWHERE: Origin = { address: null, userAgent: null, requestId: null };

/**
 * Writes what the entry did into the audit log, as the routes of a till do: with the cashier who made
 * it, the till, and the time of the entry. Sales have no entry there either.
 */
export function noteInAuditLog(
  tx: Tx,
  { platform, caller, at }: Pick<Work, 'platform' | 'caller' | 'at'>,
  { noted }: Applied,
  origin: Origin = NOWHERE,
): void {
  if (noted === undefined) return;
  const { recordType, recordId, action, fields } = noted;
  const keep = hashOfText(platform.config);
  const isKept = (name: string, value: unknown): boolean =>
    !isFreeText(name) || USUAL_REASONS.some(usual => usual === value);
  writeEntry(tx, {
    at,
    actorId: caller.userId,
    actorKind: 'staff',
    action,
    recordType,
    recordId,
    ...caller.till,
    ...origin,
    changes: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        { before: null, after: isKept(name, value) ? value : keepTexts(value, keep) },
      ]),
    ),
  });
}
