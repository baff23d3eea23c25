import { isUuid } from '../../platform/ids.js';

/** Two names find a sale: its number, and the id of its document in the content system. */
export type SaleRef = { number: string } | { id: string };

const NUMBER = /^TXN-\d{8}-[0-9A-F]{8}$/;
const DOCUMENT_PREFIX = 'saleTransaction_';

/** Undefined for anything that cannot be a sale, which then answers like one that is not there. */
export function parseSaleRef(text: string): SaleRef | undefined {
  if (NUMBER.test(text)) return { number: text };
  const id = text.startsWith(DOCUMENT_PREFIX) ? text.slice(DOCUMENT_PREFIX.length) : text;
  return isUuid(id) ? { id } : undefined;
}

export const documentId = (saleId: string): string => `${DOCUMENT_PREFIX}${saleId}`;
