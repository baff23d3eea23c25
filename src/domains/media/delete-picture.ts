import { atomically, sqlState } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { deleteMedia } from './repository.js';
import { FORMATS, fileName } from './rules.js';

/** `foreign_key_violation`, and since PostgreSQL 18 also `restrict_violation`. */
const REFERENCED = new Set(['23503', '23001']);

/** If the process dies before the files are removed, the clean-up removes them. */
export async function deletePicture({ db, files }: Platform, id: string): Promise<void> {
  const deleted = await atomically(db, tx => deleteMedia(tx, id)).catch((error: unknown) => {
    if (!REFERENCED.has(sqlState(error) ?? '')) throw error;
    throw conflict(
      'IN_USE',
      'A product, a receipt or the shop shows this picture; take it off there first.',
    );
  });
  if (deleted === undefined) throw notFound('Picture');
  const { key, widths } = deleted;
  await files.remove(widths.flatMap(width => FORMATS.map(format => fileName(key, width, format))));
}
