import type { Tx } from '../../../platform/database/tx.js';
import type { Written } from '../connectors/connector.js';
import { kinds } from '../documents/kinds.js';
import { stampRecords } from '../records/repository.js';
import { lockDocuments, type State, settleStates, statesOf } from '../state-repository.js';
import type { Prepared } from './prepare.js';

/** `written` undefined: there was nothing to write. */
export type Kept = Prepared & { written: Written | undefined };

/** Notes what both sides say now. Returns the documents for which this is the last word. */
export async function settle(tx: Tx, items: readonly Kept[]): Promise<Set<string>> {
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
              judgedBy: write.ifRev,
            },
          ],
    ),
  );
  const isSettled = ({ kind, row, written }: Kept): boolean =>
    kind.save === undefined || written === undefined || settled.has(row.documentId);
  const agreed = await agreedBefore(tx, items);
  const done: Kept[] = [];
  for (const kind of kinds) {
    const mine = items.filter(item => item.kind.name === kind.name && isSettled(item));
    const noted = await stampRecords(
      tx,
      kind.name,
      mine.map(({ row, written }) => ({
        id: row.id,
        documentId: row.documentId,
        rev: written?.rev ?? agreed.get(row.documentId)?.rev ?? null,
      })),
    );
    done.push(...mine.filter(({ row }) => noted.has(row.id)));
  }
  return new Set(done.map(({ row }) => row.documentId));
}

/**
 * What both sides say of documents that nothing was written to. It is noted once more, in case somebody
 * held the record when it should have been; read here, because an edit may have come in since.
 */
async function agreedBefore(tx: Tx, items: readonly Kept[]): Promise<Map<string, State>> {
  const silent = items.filter(({ written }) => written === undefined);
  const ids = silent.map(({ row }) => row.documentId);
  if (ids.length > 0) await lockDocuments(tx, ids);
  return statesOf(tx, ids);
}
