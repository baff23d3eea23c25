import type { Reader, Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { SecretKeys } from '../../platform/seal.js';
import { insertSignature, signerOf } from './repository.js';
import type { Client, FiscalSigner, Process, SignerName, SignerRecord } from './signer.js';
import { softwareSigner } from './software-signer.js';

/** What is signed: an entry of a till's journal, a sale, or both. */
export type Subject = {
  entryId: string | null;
  transactionId: string | null;
  kind: string;
  /** The refunds, payments and movements of cash that it covers. */
  recordIds?: readonly string[];
};

/** Every signer that a store can choose; devices are further ones. */
const IMPLEMENTATIONS: Record<Exclude<SignerName, 'off'>, (secrets: SecretKeys) => FiscalSigner> = {
  software: softwareSigner,
};

const signerNamed = (secrets: SecretKeys, name: SignerName): FiscalSigner | undefined =>
  name === 'off' ? undefined : IMPLEMENTATIONS[name](secrets);

/** Records of all signers: a store may have changed its signer within the time of an export. */
export async function signerRecords(
  reader: Reader,
  secrets: SecretKeys,
  storeId: string,
): Promise<SignerRecord[]> {
  const all = Object.values(IMPLEMENTATIONS).map(make => make(secrets).export(reader, storeId));
  return (await Promise.all(all)).flat();
}

/**
 * Signs in the transaction that books, if the store has a signer. `describe` reads what is signed;
 * `begunAt` is the time of the entry, which may be earlier than that of the signature.
 */
export async function signEntry(
  tx: Tx,
  secrets: SecretKeys,
  client: Client,
  subject: Subject,
  { begunAt, at }: { begunAt: Date; at: Date },
  describe: () => Promise<Process>,
): Promise<void> {
  const signer = signerNamed(secrets, await signerOf(tx, client.storeId));
  if (signer === undefined) return;
  const begun = await signer.begin(tx, client, begunAt);
  const process = await describe();
  const signed = await signer.finish(tx, begun, process, at);
  await insertSignature(tx, newId(at), client, subject, process, signed);
}
