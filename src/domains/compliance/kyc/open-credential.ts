import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { newId, newToken } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { userById } from '../../people/index.js';
import { credentialSaved } from './events.js';
import { type Credential, findCredential, insertCredential } from './repository.js';

const KEY_BYTES = 18;

/** Starts the verification of a user; the vendor refers to it by `credentialKey`. */
export async function openCredential(
  tx: Tx,
  userId: string,
  credentialKey = `kyc_${newToken(KEY_BYTES)}`,
): Promise<Credential> {
  if ((await userById(tx, userId)) === undefined) {
    throw invalidField('user', 'There is no such user.');
  }
  const id = newId();
  try {
    await insertCredential(tx, { id, userId, credentialKey });
  } catch (error) {
    if (brokenConstraint(error) !== 'kyc_credentials_credential_key_key') throw error;
    throw invalidField('credential_key', 'Another credential has this key.', 'DUPLICATE');
  }
  const saved = await findCredential(tx, id);
  if (saved === undefined) throw notFound('Credential');
  await record(tx, credentialSaved(saved, saved.status));
  return saved;
}
