import type { Texts } from '../texts/index.js';
import type { Entry, ReceiptLine } from './read-receipt.js';

/** The discounts of a line with their reasons, or their sum if the reasons are not known. */
export function discountsOf({ discount, discounts = [] }: ReceiptLine, { sums }: Texts): Entry[] {
  if (discount === undefined) return [];
  return discounts.length > 0 ? discounts : [{ label: sums.discount, amount: discount }];
}
