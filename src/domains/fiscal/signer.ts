import type { Reader, Tx } from '../../platform/database/tx.js';

export const SIGNERS = ['off', 'software'] as const;
export type SignerName = (typeof SIGNERS)[number];

/** The till that signs. */
export type Client = { storeId: string; terminalId: string };

/** A transaction that a signer has begun. */
export type Begun = { client: Client; number: string; startedAt: Date };

/** What is signed: its type, such as `Kassenbeleg-V1`, and its text. */
export type Process = { type: string; data: string };

export type Signature = {
  number: string;
  counter: string;
  startedAt: Date;
  finishedAt: Date;
  serial: string;
  algorithm: string;
  /** Base64. */
  signature: string;
};

/** A signer as an auditor checks it. */
export type SignerRecord = {
  terminalId: string;
  serial: string;
  publicKey: string;
  algorithm: string;
};

/**
 * Signs what tills record. `begin` and `finish` run in the transaction that books the entry: after a
 * crash the signature and the entry exist, or neither. Devices are further implementations.
 */
export type FiscalSigner = {
  begin(tx: Tx, client: Client, at: Date): Promise<Begun>;
  finish(tx: Tx, begun: Begun, process: Process, at: Date): Promise<Signature>;
  /** The signers of a store's tills. */
  export(reader: Reader, storeId: string): Promise<SignerRecord[]>;
};
