import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { type Staff, seesAnyOf } from '../access/index.js';
import { connectorFor } from './connectors/registry.js';
import type { Kind } from './documents/kind.js';
import { kindNamed, manualType } from './documents/kinds.js';
import { requireReferenceShapes } from './outbound/check-references.js';
import { mutate, reasonOf } from './outbound/mutation.js';
import { prepareWrites } from './outbound/prepare.js';
import { settle } from './outbound/settle.js';
import { type Row, recordByDocument, recordsById } from './records/repository.js';

export type SyncRequest = { sanityId: string; documentType: string };

export type SyncResult =
  | { outcome: 'synced'; modelType: string; row: Row }
  | { outcome: 'unsupported' }
  | { outcome: 'not_found'; modelType: string }
  | { outcome: 'empty' }
  | { outcome: 'failed'; reason: string };

/** Overwrites the document of one record now, whatever its revision. */
export async function syncRecord(
  platform: Platform,
  caller: Staff,
  { sanityId, documentType }: SyncRequest,
): Promise<SyncResult> {
  const kind = manualType(documentType);
  if (kind === undefined) return { outcome: 'unsupported' };
  const { modelType } = kind;
  const row = await recordByDocument(platform.db, kind, sanityId);
  // A record of a store that the caller may not see is reported as not found.
  if (row === undefined || !seesAnyOf(caller, row.stores)) {
    return { outcome: 'not_found', modelType };
  }
  const carrier = await carrierOf(platform, kind, row);
  if (carrier === undefined) return { outcome: 'not_found', modelType };
  try {
    const isConfirmed = await overwrite(platform, carrier);
    return isConfirmed ? { outcome: 'synced', modelType, row } : { outcome: 'empty' };
  } catch (error) {
    platform.log.warn({ err: error, document: sanityId }, 'manual sync failed');
    return { outcome: 'failed', reason: reasonOf(error) };
  }
}

/** The record whose document contains this one: a sale for a sale line, else the record itself. */
async function carrierOf(
  { db }: Platform,
  kind: Kind,
  row: Row,
): Promise<{ kind: Kind; row: Row } | undefined> {
  if (kind.within === undefined) return { kind, row };
  const carrier = kindNamed(kind.within.kind);
  const [found] = await recordsById(db, carrier, [String(row.columns[kind.within.column])]);
  return found && { kind: carrier, row: found };
}

/** False when the response of the content system does not contain the written document. */
async function overwrite(platform: Platform, record: { kind: Kind; row: Row }): Promise<boolean> {
  const { prepared } = await prepareWrites(platform.db, [record], true);
  const [item] = prepared;
  if (item?.write === undefined) throw new Error('there is nothing to write');
  requireReferenceShapes(platform, item.kind, item.write);
  const [written] = await mutate(platform, connectorFor(platform), [item.write]);
  if (written === undefined || written.id === '') return false;
  await atomically(platform.db, tx => settle(tx, [{ ...item, written }]));
  return true;
}
