import type { Tx } from '../../../platform/database/tx.js';
import type { Written } from '../connectors/connector.js';
import { kinds } from '../documents/kinds.js';
import { stampRecords } from '../records/repository.js';
import { settleStates } from '../state-repository.js';
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
  const done: Kept[] = [];
  for (const kind of kinds) {
    const mine = items.filter(item => item.kind.name === kind.name && isSettled(item));
    const noted = await stampRecords(
      tx,
      kind.name,
      mine.map(({ row, state, written }) => ({
        id: row.id,
        documentId: row.documentId,
        // Somebody may have held the record when its last write was to be noted.
        rev: written?.rev ?? state?.rev ?? null,
      })),
    );
    done.push(...mine.filter(({ row }) => noted.has(row.id)));
  }
  return new Set(done.map(({ row }) => row.documentId));
}
