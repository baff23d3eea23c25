import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { setReaderId } from '../hardware/index.js';
import { endSessionsWhere } from '../people/index.js';
import { presentTerminal, refuseForeignReader, updateTerminal } from '../stores/index.js';
import { lockVisibleTerminal, type TerminalRef } from './find-terminal.js';

export type TerminalChange = { name?: string; is_active?: boolean; reader_id?: string | null };

/** Switching a till off ends its session and refuses further logins. */
export const changeTerminal = (
  platform: Platform,
  caller: Staff,
  ref: TerminalRef,
  { name, is_active, reader_id }: TerminalChange,
) =>
  atomically(platform.db, async tx => {
    const held = await lockVisibleTerminal(tx, caller, ref);
    if (reader_id && reader_id !== held.reader_id) {
      await refuseForeignReader(tx, held.store_id, reader_id);
    }
    const changed = await updateTerminal(tx, held.id, {
      name: name ?? held.name,
      is_active: is_active ?? held.is_active,
      reader_id: reader_id === undefined ? held.reader_id : reader_id,
    });
    const place = { terminalId: held.id, storeId: held.store_id };
    if (changed.reader_id !== held.reader_id) await setReaderId(tx, place, changed.reader_id);
    if (!changed.is_active) await endSessionsWhere(tx, platform, { terminalId: held.id });
    return presentTerminal(changed, held.store_id);
  });
