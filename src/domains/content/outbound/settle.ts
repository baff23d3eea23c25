import type { Tx } from '../../../platform/database/tx.js';
import type { Written } from '../connectors/connector.js';
import { kinds } from '../documents/kinds.js';
import { nameRecords } from '../records/repository.js';
import { noteSynced } from '../records/sync-repository.js';
import { TABLES } from '../records/tables-repository.js';
import { settleStates } from '../state-repository.js';
import type { Prepared } from './prepare.js';

/** `written` is undefined when the document was already up to date. */
export type Pushed = Prepared & { written: Written | undefined };

/** Saves the sync state after a push. Returns the ids of the documents that are now in sync. */
export async function settle(tx: Tx, items: readonly Pushed[]): Promise<Set<string>> {
  const settled = await settleStates(
    tx,
    items.flatMap(({ kind, row, fields, state, write, written }) =>
      kind.save === undefined || write === undefined || written === undefined
        ? []
        : [
            {
              document_id: row.documentId,
              kind: kind.name,
              record_id: row.id,
              rev: written.rev,
              remote_updated_at: written.updatedAt,
              remote: { ...state?.remote, ...write.fields },
              local: fields,
              baseRev: write.ifRev,
            },
          ],
    ),
  );
  const isSettled = ({ kind, row, written }: Pushed): boolean =>
    kind.save === undefined || written === undefined || settled.has(row.documentId);
  const done = items.filter(isSettled);
  for (const kind of kinds) {
    if (TABLES[kind.name].isHot) continue;
    const unnamed = done.filter(item => item.kind === kind && !item.row.isNamed);
    await nameRecords(
      tx,
      kind.name,
      unnamed.map(({ row: { id, documentId } }) => ({ id, documentId })),
    );
  }
  await noteSynced(
    tx,
    done.map(({ kind, row, written }) => ({
      kind: kind.name,
      id: row.id,
      rev: written?.rev ?? null,
    })),
  );
  return new Set(done.map(({ row }) => row.documentId));
}
