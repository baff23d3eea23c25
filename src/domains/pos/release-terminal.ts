import { atomically } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { setReaderId } from '../hardware/index.js';
import { deletePairingCodes, endSessionsWhere, unpairDevices } from '../people/index.js';
import { hasOpenShift } from '../shifts/index.js';
import { updateTerminal } from '../stores/index.js';
import { lockVisibleTerminal, type TerminalRef } from './find-terminal.js';

/** Frees a till id; it belongs to the next store that registers it or logs in with it. */
export const releaseTerminal = (
  platform: Platform,
  caller: Staff,
  ref: TerminalRef,
): Promise<void> =>
  atomically(platform.db, async tx => {
    const { id, store_id: storeId } = await lockVisibleTerminal(tx, caller, ref);
    if (await hasOpenShift(tx, id)) {
      throw conflict('SHIFT_OPEN', 'A shift is open at this till; close it first.');
    }
    await deletePairingCodes(tx, id);
    await unpairDevices(tx, platform, { terminalId: id }, caller.userId);
    await setReaderId(tx, { terminalId: id, storeId }, null);
    await updateTerminal(tx, id, {
      store_id: null,
      name: id,
      is_active: true,
      last_seen_at: null,
      reader_id: null,
    });
    await endSessionsWhere(tx, platform, { terminalId: id });
  });
