import type { Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { submitCredential } from './advance-credential.js';
import { openCredential } from './open-credential.js';
import { type Credential, lockPerson, newestCredential } from './repository.js';
import { vendors } from './vendors.js';

/** The vendor whose widget the shop shows. */
export const DEFAULT_VENDOR = [...vendors.keys()][0] ?? '';

/** Starts the verification of the customer, or returns the one that is open or approved. */
export async function startOwnCredential(
  tx: Tx,
  userId: string,
): Promise<{ credential: Credential; isNew: boolean }> {
  // Two tabs must not open two credentials.
  await lockPerson(tx, userId);
  const known = await newestCredential(tx, userId);
  if (known !== undefined && known.status !== 'rejected') {
    return { credential: known, isNew: false };
  }
  return { credential: await openCredential(tx, userId), isNew: true };
}

/** The customer has handed their documents to the vendor. */
export async function submitOwnCredential(
  tx: Tx,
  userId: string,
  vendorReferenceId: string | undefined,
  now: Date,
): Promise<Credential> {
  await lockPerson(tx, userId);
  const known = await newestCredential(tx, userId);
  if (known === undefined) throw conflict('INVALID_STATE', 'Start the verification first.');
  // A repeated request changes nothing.
  if (known.status === 'pending_vendor_response') return known;
  return submitCredential(tx, known.id, { vendor: DEFAULT_VENDOR, vendorReferenceId }, now);
}
