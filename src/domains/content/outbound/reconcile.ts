import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { Connector } from '../connectors/connector.js';
import { updatedAtOf } from '../documents/document.js';
import { applyDocument } from '../inbound/apply-document.js';
import { saveStates } from '../state-repository.js';
import { isOwnRevision } from './mutation-repository.js';
import { type Prepared, pick } from './prepare.js';

/**
 * A write met another revision than the one we knew. Looks at what is there now and takes it in, so
 * that the next try is judged by it. False when there is no news: the refusal had another reason.
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
  // A write of ours whose answer was lost is no edit of anybody. And where both meet for the first
  // time because somebody saved the record, it is the record that counts.
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
