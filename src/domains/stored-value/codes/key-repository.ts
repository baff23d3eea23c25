import { statement, type Tx } from '../../../platform/database/tx.js';

export type StoredKey = { id: string; key_sealed: Buffer };

/** The newest first. Nodes that start together take turns. */
export async function lockKeys(tx: Tx): Promise<StoredKey[]> {
  await statement(tx, 'lock table gift_card_keys in share row exclusive mode', []);
  return statement<StoredKey>(
    tx,
    'select id, key_sealed from gift_card_keys order by created_at desc, id desc',
  );
}

export const insertKey = (tx: Tx, id: string, sealed: Buffer): Promise<unknown> =>
  statement(tx, 'insert into gift_card_keys (id, key_sealed) values ($1, $2)', [id, sealed]);

export const replaceKey = (tx: Tx, id: string, sealed: Buffer): Promise<unknown> =>
  statement(tx, 'update gift_card_keys set key_sealed = $2 where id = $1', [id, sealed]);

/** Encrypted codes that nobody has seen yet. */
export const lockSealedCodes = (tx: Tx): Promise<{ id: string; code_sealed: Buffer }[]> =>
  statement(
    tx,
    `select id, code_sealed from value_accounts where code_sealed is not null order by id for update`,
  );

export const replaceSealedCode = (tx: Tx, id: string, sealed: Buffer): Promise<unknown> =>
  statement(tx, 'update value_accounts set code_sealed = $2 where id = $1', [id, sealed]);
