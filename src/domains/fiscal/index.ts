import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export {
  isSignedSql,
  type StoredSignature,
  signatureOfSale,
  signaturesOfRecords,
  signaturesOfSales,
  signedFigures,
  signerOf,
} from './repository.js';
export { grossByPlace, otherProcess, receiptProcess } from './rules.js';
export { signEntry, signerRecords } from './sign-entry.js';
export type { Process, SignerRecord } from './signer.js';

export const fiscal: Domain = { name: 'fiscal', routes: { office: routes } };
