import { maskCardsInText } from './cards/numbers.js';

/** Names and versions of browsers are shorter; a token or password may be this long. */
const LONG_WORD = /[\w-]{20,}/g;

/** What is stored is much shorter. */
const MAX_READ = 1000;

/** The header as it may be stored: a caller may put anything into it, also a card number or a token. */
export const storedUserAgent = (header: string, maxLength: number): string =>
  maskCardsInText(header.slice(0, MAX_READ)).replaceAll(LONG_WORD, '…').slice(0, maxLength);
