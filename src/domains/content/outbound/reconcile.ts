import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { Connector } from '../connectors/connector.js';
import { updatedAtOf } from '../documents/document.js';
import { applyDocument } from '../inbound/apply-document.js';
import { saveStates } from '../state-repository.js';
import { isOwnRevision } from './mutation-repository.js';
import { type Prepared, pick } from './prepare.js';

/**
 * Applies the current document after a revision conflict, so that the next attempt is based on it.
 * Returns false when the revision is the known one: the write failed for another reason.
 */
export async function reconcile(
  platform: Platform,
  connector: Connector,
  { kind, row, state }: Prepared,
): Promise<boolean> {
  const found = await connector.get(row.documentId);
  if ((found?._rev ?? null) === (state?.rev ?? null)) return false;
  const known = state ?? {
    document_id: row.documentId,
    kind: kind.name,
    record_id: row.id,
    rev: null,
    remote_updated_at: null,
    remote: {},
    local: {},
  };
  if (found === undefined) {
    await atomically(platform.db, tx => saveStates(tx, [{ ...known, rev: null, remote: {} }]));
    return true;
  }
  const isOwn = await isOwnRevision(platform.db, found._id, found._rev);
  if (state !== undefined && !isOwn) {
    await applyDocument(platform, found, { isCurrent: true });
    return true;
  }
  // Only the state is updated, and the next attempt writes the record: either the revision is our
  // own write whose response was lost, or this is the first sync, where the saved record wins.
  const names = kind.fields.map(field => field.name).filter(name => found[name] !== undefined);
  await atomically(platform.db, tx =>
    saveStates(tx, [
      {
        ...known,
        rev: found._rev,
        remote_updated_at: updatedAtOf(found) ?? known.remote_updated_at,
        remote: { ...known.remote, ...pick(found, names) },
      },
    ]),
  );
  return true;
}
