import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Client, Process, Signature, SignerName } from './signer.js';

export async function signerOf(reader: Reader, storeId: string): Promise<SignerName> {
  const [row] = await statement<{ signer: SignerName }>(
    reader,
    'select signer from fiscal_settings where store_id = $1',
    [storeId],
  );
  return row?.signer ?? 'off';
}

/** A condition: the store signs what its tills record. */
export const isSignedSql = (storeId: string): string =>
  `exists (select 1 from fiscal_settings where store_id = ${storeId} and signer <> 'off')`;

export const saveSigner = (tx: Tx, storeId: string, signer: SignerName, at: Date) =>
  statement(
    tx,
    `insert into fiscal_settings (store_id, signer, changed_at) values ($1, $2, $3)
     on conflict (store_id) do update set signer = excluded.signer, changed_at = excluded.changed_at`,
    [storeId, signer, at],
  );

/** Undefined if the till has no signer yet. The row stays locked until the transaction ends. */
export async function nextTransaction(tx: Tx, terminalId: string): Promise<string | undefined> {
  const [row] = await statement<{ number: string }>(
    tx,
    `update fiscal_signers set transactions = transactions + 1 where terminal_id = $1
     returning transactions::text as number`,
    [terminalId],
  );
  return row?.number;
}

export async function nextSignature(tx: Tx, terminalId: string) {
  const [row] = await statement<{ counter: string; serial: string; private_key: Buffer }>(
    tx,
    `update fiscal_signers set signatures = signatures + 1 where terminal_id = $1
     returning signatures::text as counter, serial, private_key`,
    [terminalId],
  );
  if (row === undefined) throw new Error(`till ${terminalId} has no signer`);
  return row;
}

export const addSigner = (
  tx: Tx,
  signer: {
    terminalId: string;
    storeId: string;
    serial: string;
    publicKey: Buffer;
    privateKey: Buffer;
    at: Date;
  },
) =>
  statement(
    tx,
    `insert into fiscal_signers (terminal_id, store_id, serial, public_key, private_key, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (terminal_id) do nothing`,
    [
      signer.terminalId,
      signer.storeId,
      signer.serial,
      signer.publicKey,
      signer.privateKey,
      signer.at,
    ],
  );

export const signersOf = (reader: Reader, storeId: string) =>
  statement<{ terminal_id: string; serial: string; public_key: Buffer }>(
    reader,
    `select terminal_id, serial, public_key from fiscal_signers where store_id = $1
     order by terminal_id`,
    [storeId],
  );

export type StoredSignature = Signature & {
  transactionId: string | null;
  terminalId: string;
  kind: string;
  process: Process;
  recordIds: string[];
};

export const insertSignature = (
  tx: Tx,
  id: string,
  { storeId, terminalId }: Client,
  subject: {
    entryId: string | null;
    transactionId: string | null;
    kind: string;
    recordIds?: readonly string[];
  },
  process: Process,
  signed: Signature,
) =>
  statement(
    tx,
    `insert into fiscal_signatures (id, store_id, terminal_id, entry_id, transaction_id, kind, number,
       counter, started_at, finished_at, process_type, process_data, serial, algorithm, signature,
       record_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      id,
      storeId,
      terminalId,
      subject.entryId,
      subject.transactionId,
      subject.kind,
      signed.number,
      signed.counter,
      signed.startedAt,
      signed.finishedAt,
      process.type,
      process.data,
      signed.serial,
      signed.algorithm,
      signed.signature,
      subject.recordIds ?? [],
    ],
  );

const COLUMNS = `transaction_id as "transactionId", terminal_id as "terminalId", kind,
  number::text as number, counter::text as counter, started_at as "startedAt",
  finished_at as "finishedAt", serial, algorithm, signature,
  record_ids as "recordIds",
  jsonb_build_object('type', process_type, 'data', process_data) as process`;

/** The signature of a completed sale. */
export async function signatureOfSale(
  reader: Reader,
  transactionId: string,
): Promise<StoredSignature | undefined> {
  const [row] = await statement<StoredSignature>(
    reader,
    `select ${COLUMNS} from fiscal_signatures where transaction_id = $1 and kind = 'sale' limit 1`,
    [transactionId],
  );
  return row;
}

export const signaturesOfSales = (
  reader: Reader,
  saleIds: readonly string[],
): Promise<StoredSignature[]> =>
  statement(
    reader,
    `select ${COLUMNS} from fiscal_signatures
     where transaction_id = any($1::uuid[]) and kind = 'sale'`,
    [saleIds],
  );

/** The signatures that cover refunds, payments or movements of cash, in the order of their making. */
export const signaturesOfRecords = (
  reader: Reader,
  ids: readonly string[],
): Promise<StoredSignature[]> =>
  statement(
    reader,
    `select ${COLUMNS} from fiscal_signatures
     where record_ids && $1::uuid[] and record_ids <> '{}' order by finished_at, counter`,
    [ids],
  );

export type SignedFigures = { serial: string; count: number; first: string; last: string };

/** What a till has signed of the entries of a time, for its Z report. */
export async function signedFigures(
  reader: Reader,
  terminalId: string,
  from: Date,
  until: Date,
): Promise<SignedFigures | undefined> {
  const [row] = await statement<SignedFigures>(
    reader,
    `select serial, count(*)::int as count, min(counter)::text as first, max(counter)::text as last
     from fiscal_signatures where terminal_id = $1 and started_at between $2 and $3
     group by serial order by max(finished_at) desc limit 1`,
    [terminalId, from, until],
  );
  return row;
}
