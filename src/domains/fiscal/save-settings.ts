import type { Tx } from '../../platform/database/tx.js';
import type { Staff } from '../access/index.js';
import { saveSigner } from './repository.js';
import type { SignerName } from './signer.js';
import { visibleStore } from './visible-store.js';

/** Chooses the signer of a store of the caller; what is signed stays signed. */
export async function saveSettings(
  tx: Tx,
  caller: Staff,
  ref: string,
  signer: SignerName,
  now: Date,
): Promise<string> {
  const store = await visibleStore(tx, caller, ref);
  await saveSigner(tx, store.id, signer, now);
  return store.id;
}
