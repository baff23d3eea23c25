import { closingOf, type WrittenTemplate } from '../texts/index.js';
import type { Receipt } from './read-receipt.js';
import { renderHtml } from './render-html.js';
import { renderText } from './render-text.js';

/** The mail with a receipt: the opening of the store stands above it, the closing below. */
export function receiptBody(
  own: WrittenTemplate,
  receipt: Receipt,
): { text: string; html: string } {
  const opening = own.intro.length === 0 ? [] : [...own.intro, '', ''];
  const closing = own.closing.length === 0 ? [] : [...closingOf(own), ''];
  return {
    text: `${opening.join('\n')}${renderText(receipt)}${closing.join('\n')}`,
    html: renderHtml(receipt, { before: own.intro, after: own.closing }),
  };
}
