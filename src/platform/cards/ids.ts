import { isAsciiWord } from './characters.js';

export type Span = { from: number; to: number };

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
const HEX = /^[\da-f]+$/i;
const MIN_DIGEST = 32;

/** Words of 32 hexadecimal digits and more, at least one of them a letter. */
function digestsIn(text: string): Span[] {
  const found: Span[] = [];
  let from = -1;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isAsciiWord(text.charCodeAt(at))) {
      if (from === -1) from = at;
      continue;
    }
    if (from !== -1 && at - from >= MIN_DIGEST) {
      const word = text.slice(from, at);
      if (HEX.test(word) && /[a-f]/i.test(word)) found.push({ from, to: at });
    }
    from = -1;
  }
  return found;
}

const IBAN_START = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}/gu;
const IBAN_LENGTH = { min: 15, max: 34 };
/** 34 characters in groups of four. */
const MAX_IBAN_TEXT = 42;

/** The end of an account number with a valid check that starts here. */
function ibanEnd(text: string, from: number): number | undefined {
  let remainder = 0;
  let length = 0;
  let head = '';
  for (let at = from; at < from + MAX_IBAN_TEXT && at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === ' ' && text[at - 1] !== ' ') continue;
    if (!/[A-Z\d]/.test(char)) return undefined;
    length += 1;
    if (length > IBAN_LENGTH.max) return undefined;
    if (length <= 4) head += char;
    else remainder = addToCheck(remainder, char);
    const isEnd = at + 1 === text.length || !isAsciiWord(text.charCodeAt(at + 1));
    const whole = isEnd && length >= IBAN_LENGTH.min ? [...head].reduce(addToCheck, remainder) : 0;
    if (whole === 1) return at + 1;
  }
  return undefined;
}

/** ISO 7064 mod 97: letters count from 10. */
function addToCheck(remainder: number, char: string): number {
  const value = Number.parseInt(char, 36);
  return (remainder * (value > 9 ? 100 : 10) + value) % 97;
}

/** Ids, hashes and account numbers, whose digits are no typed card number. */
export function idsIn(text: string): Span[] {
  const found = digestsIn(text);
  for (const { index, 0: id } of text.matchAll(UUID)) {
    found.push({ from: index, to: index + id.length });
  }
  for (const { index } of text.matchAll(IBAN_START)) {
    const to = ibanEnd(text, index);
    if (to !== undefined) found.push({ from: index, to });
  }
  return found.sort((one, other) => one.from - other.from);
}
