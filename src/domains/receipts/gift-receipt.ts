import { textsIn } from '../texts/index.js';
import type { Receipt } from './read-receipt.js';

/**
 * The same goods without prices, for the person who gets them. It has no link, because the page
 * behind it shows the prices.
 */
export function asGift({ link: _, ...receipt }: Receipt): Receipt {
  const { gift } = textsIn(receipt.language ?? 'en').receipt;
  return {
    ...receipt,
    title: gift,
    isGift: true,
    lines: receipt.lines.map(({ discount: _off, discounts: _reasons, ...line }) => line),
    sums: [],
    total: '',
    included: [],
    payments: [],
  };
}
