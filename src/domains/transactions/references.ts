import { addMs, DAY_MS } from '../../platform/clock.js';
import { firstIdAt, isUuid } from '../../platform/ids.js';

/**
 * A sale is found by its number or by the id of its document in the content system. A number
 * contains its day, which gives the range of possible ids. A till gives its sales a number of its
 * own, such as T-001-000123, which is on the receipt.
 */
export type SaleRef =
  | { number: string; from: string; before: string }
  | { id: string }
  | { tillNumber: string };

const NUMBER = /^TXN-(\d{4})(\d{2})(\d{2})-[0-9A-F]{8}$/;
const TILL_NUMBER = /^[\w.-]{1,100}-\d{6,12}$/;
const DOCUMENT_PREFIX = 'saleTransaction_';

/** Undefined if the text has none of these formats; callers answer 404. */
export function parseSaleRef(text: string): SaleRef | undefined {
  const [, ...parts] = NUMBER.exec(text) ?? [];
  if (parts.length > 0) {
    const day = dayOf(parts.join('-'));
    return day && { number: text, from: firstIdAt(day), before: firstIdAt(addMs(day, DAY_MS)) };
  }
  const id = text.startsWith(DOCUMENT_PREFIX) ? text.slice(DOCUMENT_PREFIX.length) : text;
  if (isUuid(id)) return { id };
  return TILL_NUMBER.test(text) ? { tillNumber: text } : undefined;
}

/** Undefined for an invalid date such as 30 February. */
function dayOf(text: string): Date | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  return at.getTime() >= 0 && at.toISOString().startsWith(text) ? at : undefined;
}

export const documentId = (saleId: string): string => `${DOCUMENT_PREFIX}${saleId}`;
