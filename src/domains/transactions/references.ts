import { isUuid } from '../../platform/ids.js';

/** Two names find a sale: its number, and the id of its document in the content system. */
export type SaleRef = { number: string } | { id: string };

const NUMBER = /^TXN-(\d{4})(\d{2})(\d{2})-[0-9A-F]{8}$/;
const DOCUMENT_PREFIX = 'saleTransaction_';

/** Undefined for anything that cannot be a sale, which then answers like one that is not there. */
export function parseSaleRef(text: string): SaleRef | undefined {
  const [, ...day] = NUMBER.exec(text) ?? [];
  if (day.length > 0) return isDay(day.join('-')) ? { number: text } : undefined;
  const id = text.startsWith(DOCUMENT_PREFIX) ? text.slice(DOCUMENT_PREFIX.length) : text;
  return isUuid(id) ? { id } : undefined;
}

/** The database would take the thirtieth of February for an error of ours; no sale was made then. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return at.getTime() >= 0 && at.toISOString().startsWith(text);
};

export const documentId = (saleId: string): string => `${DOCUMENT_PREFIX}${saleId}`;
