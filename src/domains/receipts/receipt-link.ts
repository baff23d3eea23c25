import { createHmac, timingSafeEqual } from 'node:crypto';
import { addMs, DAY_MS } from '../../platform/clock.js';
import { keysFor, type SecretKeys } from '../../platform/seal.js';

/** Long enough for every return and for most warranties' questions. */
const VALID_DAYS = 180;
const ID_BYTES = 16;
/** 128 bits: a link cannot be guessed. */
const MARK_BYTES = 16;

const marksOf = (secrets: SecretKeys, id: Buffer): Buffer[] =>
  keysFor(secrets, 'receipt-links').map(key =>
    createHmac('sha256', key).update(id).digest().subarray(0, MARK_BYTES),
  );

/** The token of a sale's receipt page: its id and a mark that only the service can compute. */
export function receiptToken(secrets: SecretKeys, saleId: string): string {
  const id = Buffer.from(saleId.replaceAll('-', ''), 'hex');
  const [mark] = marksOf(secrets, id);
  if (mark === undefined) throw new Error('there is no secret key');
  return Buffer.concat([id, mark]).toString('base64url');
}

/** The sale of a token, or undefined if the service did not make it. */
export function saleOfToken(secrets: SecretKeys, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + MARK_BYTES) return undefined;
  const [id, mark] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  if (!marksOf(secrets, id).some(known => timingSafeEqual(known, mark))) return undefined;
  const hex = id.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const linkEnds = (sale: { created_at: Date }): Date =>
  addMs(sale.created_at, VALID_DAYS * DAY_MS);

/** The address of the receipt page. */
export const receiptUrl = (config: SecretKeys & { publicUrl: string }, saleId: string): string =>
  `${config.publicUrl}/receipts/${receiptToken(config, saleId)}/`;
