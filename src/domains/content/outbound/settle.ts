import type { Tx } from '../../../platform/database/tx.js';
import type { Written } from '../connectors/connector.js';
import { kinds } from '../documents/kinds.js';
import { stampRecords } from '../records/repository.js';
import { lockDocuments, type State, settleStates, statesOf } from '../state-repository.js';
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
  const states = await unchangedStates(tx, items);
  const done: Pushed[] = [];
  for (const kind of kinds) {
    const ofKind = items.filter(item => item.kind.name === kind.name && isSettled(item));
    const stamped = await stampRecords(
      tx,
      kind.name,
      ofKind.map(({ row, written }) => ({
        id: row.id,
        documentId: row.documentId,
        rev: written?.rev ?? states.get(row.documentId)?.rev ?? null,
      })),
    );
    done.push(...ofKind.filter(({ row }) => stamped.has(row.id)));
  }
  return new Set(done.map(({ row }) => row.documentId));
}

/**
 * States of documents that needed no write. Their records are stamped again, because a lock may
 * have prevented it before. Read under a lock, because a document may have been applied meanwhile.
 */
async function unchangedStates(tx: Tx, items: readonly Pushed[]): Promise<Map<string, State>> {
  const unchanged = items.filter(({ written }) => written === undefined);
  const ids = unchanged.map(({ row }) => row.documentId);
  if (ids.length > 0) await lockDocuments(tx, ids);
  return statesOf(tx, ids);
}
