import { addMs } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { pairingCodeMade } from '../events.js';
import { insertPairingCode } from './repository.js';
import { newPairingCode, PAIRING_CODE_MS, pairingHashes } from './rules.js';

/** A new code for a till that the caller has locked. It is returned once and kept as a hash. */
export async function makePairingCode(
  tx: Tx,
  platform: Platform,
  terminal: { id: string; storeId: string },
  createdBy: string,
): Promise<{ code: string; expiresAt: Date }> {
  const code = newPairingCode();
  const expiresAt = addMs(platform.clock.now(), PAIRING_CODE_MS);
  const [hash] = pairingHashes(platform, code);
  if (hash === undefined) throw new Error('the installation has no secret key');
  await insertPairingCode(tx, { hash, terminalId: terminal.id, createdBy, expiresAt });
  await record(tx, pairingCodeMade(terminal, createdBy));
  return { code, expiresAt };
}
