import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createSeal, type SecretKeys } from '../../platform/seal.js';
import { addSigner, nextSignature, nextTransaction, signersOf } from './repository.js';
import { signedText } from './rules.js';
import type { FiscalSigner } from './signer.js';

export const ALGORITHM = 'ecdsa-plain-SHA256';

/** Signs with a key of the till, made on its first entry. For tests and demonstrations. */
export function softwareSigner(secrets: SecretKeys): FiscalSigner {
  const seal = createSeal(secrets, 'fiscal-signers');
  return {
    begin: async (tx, client, at) => {
      const number =
        (await nextTransaction(tx, client.terminalId)) ??
        (await begun(tx, client, at).then(() => nextTransaction(tx, client.terminalId)));
      if (number === undefined) throw new Error(`till ${client.terminalId} has no signer`);
      return { client, number, startedAt: at };
    },
    finish: async (tx, { client, number, startedAt }, process, finishedAt) => {
      const { counter, serial, private_key } = await nextSignature(tx, client.terminalId);
      const text = signedText({ serial, number, counter, startedAt, finishedAt, process });
      const key = createPrivateKey(seal.open(private_key));
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
      return {
        number,
        counter,
        startedAt,
        finishedAt,
        serial,
        algorithm: ALGORITHM,
        signature: signature.toString('base64'),
      };
    },
    export: async (reader, storeId) =>
      (await signersOf(reader, storeId)).map(row => ({
        terminalId: row.terminal_id,
        serial: row.serial,
        publicKey: row.public_key.toString('base64'),
        algorithm: ALGORITHM,
      })),
  };

  async function begun(
    tx: Parameters<FiscalSigner['begin']>[0],
    { storeId, terminalId }: Parameters<FiscalSigner['begin']>[1],
    at: Date,
  ): Promise<void> {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await addSigner(tx, {
      terminalId,
      storeId,
      serial: createHash('sha256').update(spki).digest('hex'),
      publicKey: spki,
      privateKey: seal.close(pem),
      at,
    });
  }
}
