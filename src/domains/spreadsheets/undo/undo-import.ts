import { atomically, isLockTimeout, type Tx } from '../../../platform/database/tx.js';
import { asFailure } from '../../../platform/http/envelope.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Attempt } from '../../../platform/jobs/job.js';
import type { Platform } from '../../../platform/platform.js';
import { detachPicture, type Kept, undoCatalogChange } from '../../catalog/index.js';
import { undoLevel } from '../../inventory/index.js';
import { undoPrice } from '../../prices/index.js';
import { undoPreferred } from '../../suppliers/index.js';
import { attachedPictures, markPictureDone } from '../imports/picture-repository.js';
import { limitLockWait } from '../repository.js';
import type { Change } from '../sheets/sheet.js';
import {
  finishUndo,
  markUndone,
  markUndoRunning,
  type RowToUndo,
  rowsToUndo,
} from './repository.js';

const BATCH = 50;
/** Attempts at a row that waits for a lock. After the last one the job starts again later. */
const ATTEMPTS = 50;

type Undo = { platform: Platform; id: string; actorId: string | null };

/**
 * Takes the changes of an import back, last row first. Each row is in one transaction with its note,
 * so a worker that takes over continues where the other one stopped.
 */
export async function undoImport(
  platform: Platform,
  id: string,
  actorId: string | null,
  attempt?: Attempt,
): Promise<void> {
  const { db, clock } = platform;
  if (!(await markUndoRunning(db, id, clock.now()))) return;
  try {
    await undoPictures(platform, id);
    for (;;) {
      const rows = await rowsToUndo(db, id, BATCH);
      if (rows.length === 0) break;
      await undoRows({ platform, id, actorId }, rows);
    }
    await finishUndo(db, id, 'completed', clock.now());
  } catch (error) {
    if (attempt?.isLast) await finishUndo(db, id, 'failed', clock.now());
    throw error;
  }
}

/** Takes the pictures off the products; the uploaded pictures stay. */
async function undoPictures({ db }: Platform, id: string): Promise<void> {
  for (;;) {
    const pictures = await attachedPictures(db, id, BATCH);
    if (pictures.length === 0) return;
    for (const { id: of, product_id: product, picture_id: picture } of pictures) {
      await atomically(db, async tx => {
        await detachPicture(tx, String(product), picture).catch(ignoreMissing);
        await markPictureDone(tx, of, null);
      });
    }
  }
}

/** Somebody took it off before. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Failure && error.kind === 'not_found')) throw error;
}

/** A delete locks the lines of all sales until the commit, so such a row is committed alone. */
async function undoRows(undo: Undo, rows: readonly RowToUndo[]): Promise<void> {
  let together: RowToUndo[] = [];
  for (const row of rows) {
    if (!isDelete(row)) {
      together.push(row);
      continue;
    }
    await undoTogether(undo, together);
    together = [];
    await undoRow(undo, row);
  }
  await undoTogether(undo, together);
}

const isDelete = ({ changes }: RowToUndo): boolean =>
  changes.some(({ record, created }) => created && !LIGHT_RECORDS.has(record));

/** Records that no line of a sale refers to. */
const LIGHT_RECORDS: ReadonlySet<Change['record']> = new Set(['level', 'price', 'supplier']);

/** All rows in one transaction; one after the other if that fails. */
async function undoTogether(undo: Undo, rows: readonly RowToUndo[]): Promise<void> {
  if (rows.length === 0) return;
  const { db } = undo.platform;
  try {
    await atomically(db, async tx => {
      await limitLockWait(tx);
      const done: { row: number; kept: Kept[] }[] = [];
      for (const { row, changes } of rows) {
        done.push({ row, kept: await undoChanges(tx, changes, undo.actorId) });
      }
      await markUndone(tx, undo.id, done);
    });
  } catch {
    for (const row of rows) await undoRow(undo, row);
  }
}

async function undoRow(undo: Undo, toUndo: RowToUndo, attempt = 1): Promise<void> {
  const { id, actorId } = undo;
  const { db } = undo.platform;
  const { row, key, changes } = toUndo;
  try {
    await atomically(db, async tx => {
      await limitLockWait(tx);
      await markUndone(tx, id, [{ row, kept: await undoChanges(tx, changes, actorId) }]);
    });
  } catch (error) {
    // The rollback lets the sales through that wait behind this row.
    if (isLockTimeout(error) && attempt < ATTEMPTS) return undoRow(undo, toUndo, attempt + 1);
    const failure = asFailure(error);
    if (failure === undefined || failure.status >= 500) throw error;
    const fields = Object.keys(failure.extra.fields ?? {});
    const kept: Kept[] = [{ record: 'row', key, reason: 'refused', fields }];
    await markUndone(db, id, [{ row, kept }]);
  }
}

/** In reverse order: stock before its variant, the variant before its product. */
async function undoChanges(
  tx: Tx,
  changes: readonly Change[],
  actorId: string | null,
): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const change of [...changes].reverse())
    kept.push(...(await undoChange(tx, change, actorId)));
  return kept;
}

function undoChange(tx: Tx, change: Change, actorId: string | null): Promise<Kept[]> {
  if (change.record === 'level') return undoLevel(tx, change, actorId);
  if (change.record === 'price') return undoPrice(tx, change);
  if (change.record === 'supplier') return undoPreferred(tx, change);
  return undoCatalogChange(tx, change);
}
