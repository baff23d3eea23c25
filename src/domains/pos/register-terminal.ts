import { atomically } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { insertTerminal, presentTerminal, refuseForeignReader } from '../stores/index.js';
import { visibleStoreId } from './find-terminal.js';

export type NewTerminal = { id: string; name?: string; reader_id?: string | null };

/** Reserves a till id for a store before the first login. */
export const registerTerminal = (
  platform: Platform,
  caller: Staff,
  store: string,
  { id, name = id, reader_id: readerId = null }: NewTerminal,
) =>
  atomically(platform.db, async tx => {
    const storeId = await visibleStoreId(tx, caller, store);
    await refuseForeignReader(tx, storeId, readerId);
    const made = await insertTerminal(tx, { id, storeId, name, readerId });
    if (made === undefined) throw conflict('TERMINAL_EXISTS', 'A till with this id exists.');
    return presentTerminal(made, storeId);
  });
