import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { connectorFor } from '../connectors/registry.js';
import { buildFields, namesFor } from '../documents/build.js';
import type { ContentDocument } from '../documents/document.js';
import { SkipDocument } from '../documents/kind.js';
import { kindOfType } from '../documents/kinds.js';
import { idsOfOtherKinds } from '../records/ids-repository.js';
import { recordByDocument, recordsById } from '../records/repository.js';
import { noteSynced } from '../records/sync-repository.js';
import { lockDocuments, saveStates } from '../state-repository.js';
import type { Applied, ApplyOptions } from './apply-document.js';

/**
 * Deactivates the record of a deleted document. The record is never deleted, because sales and
 * stock refer to it. Reactivating it creates the document again.
 */
export async function applyDeletion(
  platform: Platform,
  document: ContentDocument,
  { whenSaved }: Pick<ApplyOptions, 'whenSaved'>,
): Promise<Applied> {
  const kind = kindOfType(document._type);
  if (kind === undefined) return { status: 'skipped', reason: 'no_handler' };
  const { retire } = kind;
  if (retire === undefined) return { status: 'skipped', reason: 'owned_here' };
  const connector = connectorFor(platform);
  // The document was created again after the deletion; the newer state wins.
  if (connector.storeReceived === undefined && (await connector.get(document._id)) !== undefined) {
    return { status: 'skipped', reason: 'document_exists' };
  }
  try {
    return await atomically(platform.db, async (tx): Promise<Applied> => {
      await lockDocuments(tx, [document._id]);
      const foreign = await idsOfOtherKinds(tx, kind.name, [document._id]);
      if (foreign.size > 0) return { status: 'skipped', reason: 'other_kind' };
      await connector.storeReceived?.(tx, [document], 'delete');
      const row = await recordByDocument(tx, kind, document._id);
      if (row === undefined) return { status: 'skipped', reason: 'no_record' };
      await retire({ tx, platform }, row.id);
      const [after = row] = await recordsById(tx, kind, [row.id]);
      const { names } = await namesFor(tx, [{ kind, row: after }]);
      await saveStates(tx, [
        {
          document_id: document._id,
          kind: kind.name,
          record_id: row.id,
          rev: null,
          remote_updated_at: null,
          remote: {},
          local: buildFields(kind, after.columns, names),
        },
      ]);
      await noteSynced(tx, [{ kind: kind.name, id: row.id, rev: null }]);
      await whenSaved?.(tx, [document]);
      return { status: 'processed' };
    });
  } catch (error) {
    if (error instanceof SkipDocument) return { status: 'skipped', reason: error.reason };
    throw error;
  } finally {
    await kind.afterCommit?.(platform);
  }
}
