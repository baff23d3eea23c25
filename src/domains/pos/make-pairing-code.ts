import { atomically } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { makePairingCode as makeCode } from '../people/index.js';
import { lockVisibleTerminal, type TerminalRef } from './find-terminal.js';

/** A code that pairs one device with this till; it replaces an unused one. */
export const makePairingCode = (platform: Platform, caller: Staff, ref: TerminalRef) =>
  atomically(platform.db, async tx => {
    const { id, store_id: storeId, is_active } = await lockVisibleTerminal(tx, caller, ref);
    if (!is_active) throw forbidden('This till is switched off.', 'TERMINAL_INACTIVE');
    const { code, expiresAt } = await makeCode(tx, platform, { id, storeId }, caller.userId);
    return { code, terminal_id: id, expires_at: expiresAt.toISOString() };
  });
