import { digitOf, isCertain, isPlausible, MAX_DIGITS, MIN_DIGITS } from './card-digits.js';

/**
 * Finds card numbers in free text: any 13 to 19 digits with valid check digit and issuer, whatever
 * stands between, before or after the digits. Digits of every script count.
 */

/** Ids, hashes, dates, times and amounts: digits that are no typed card number. */
const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const DIGEST = '(?=\\d*[a-f])[\\da-f]{32,}';
const DATE = '\\d{4}-\\d{2}-\\d{2}';
const TIME = '\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?';
const AMOUNT = '(?<![\\d.,])\\d{1,6}[.,]\\d{2}(?!\\d|[.,]\\d)';
const NOT_A_CARD = new RegExp(
  `\\b(?:${UUID}|${DIGEST}|${DATE}(?:[T ]${TIME})?|${TIME})\\b|${AMOUNT}`,
  'gi',
);
const IS_UUID = new RegExp(`^${UUID}$`, 'i');

type Digit = {
  value: string;
  at: number;
  end: number;
  /** What stands between this digit and the one before. */
  gap: string;
};

const MAX_GAP = 6;
/** A letter ends a number, and so does a mask of an earlier run. */
const ENDS_NUMBER = /[\p{L}*]/u;

/** Rows of digits with nothing but separators in between, each with at least 13 digits. */
function rowsOf(text: string): Digit[][] {
  const rows: Digit[][] = [];
  let row: Digit[] = [];
  const close = (): void => {
    if (row.length >= MIN_DIGITS) rows.push(row);
    row = [];
  };
  const skipped = [...text.matchAll(NOT_A_CARD)];
  let skip = skipped.shift();
  let gap = '';
  for (let at = 0; at < text.length; ) {
    if (skip !== undefined && at === skip.index) {
      close();
      at += skip[0].length;
      skip = skipped.shift();
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    const value = digitOf(code);
    if (value !== undefined) {
      row.push({ value: String(value), at, end, gap });
      gap = '';
    } else if (row.length > 0) {
      gap += text.slice(at, end);
      if (gap.length > MAX_GAP || ENDS_NUMBER.test(gap)) {
        close();
        gap = '';
      }
    }
    at = end;
  }
  close();
  return rows;
}

type Span = { from: number; to: number };

/** More groups than this over different separators are a list, not one number. */
const MAX_MIXED_GROUPS = 6;

type Grouping = 'typed' | 'separated' | 'mixed' | 'list';

/**
 * How the digits are grouped: as people type a card number (one block, blocks of three digits and
 * more, or single digits, with the same separator), with the same separator in other places, with
 * different ones, or as a list of numbers.
 */
function groupingOf(window: readonly Digit[]): Grouping {
  const gaps = window.slice(1).map(digit => digit.gap);
  const separators = new Set(gaps.filter(gap => gap !== ''));
  if (separators.size === 0) return 'typed';
  const sizes = gaps
    .map(gap => (gap === '' ? '0' : ' '))
    .join('')
    .split(' ')
    .map(group => group.length + 1);
  if (separators.size > 1) return sizes.length > MAX_MIXED_GROUPS ? 'list' : 'mixed';
  const isTyped = sizes.slice(0, -1).every(size => size >= 3) || sizes.every(size => size === 1);
  if (isTyped) return 'typed';
  return gaps.some(gap => gap.includes(',')) ? 'list' : 'separated';
}

/** A number of 13 digits after a plus sign is a telephone number. */
const isPhone = (text: string, window: readonly Digit[]): boolean =>
  window.length === MIN_DIGITS && text[(window[0]?.at ?? 0) - 1] === '+';

function isCardWindow(text: string, row: readonly Digit[], from: number, to: number): boolean {
  const window = row.slice(from, to);
  const digits = window.map(digit => digit.value).join('');
  const grouping = groupingOf(window);
  if (grouping === 'list') return false;
  if (!isAligned(row, from, to)) return grouping === 'typed' && isCertain(digits);
  if (grouping !== 'typed') return isCertain(digits);
  return isPlausible(digits) && !isPhone(text, window);
}

/** Whether the digits before and after the window belong to other groups. */
const isAligned = (row: readonly Digit[], from: number, to: number): boolean =>
  (from === 0 || row[from]?.gap !== '') && (to === row.length || row[to]?.gap !== '');

/** The usual lengths first: a CVC typed after 16 digits could make 19 of them valid by chance. */
const SIZES = [16, 15, 14, 19, 18, 17, 13];

/** A card number in a row of digits; whole groups are preferred to digits cut out of them. */
function firstCard(text: string, row: readonly Digit[]): Span | undefined {
  for (const whole of [true, false]) {
    for (const size of SIZES) {
      for (let from = 0; from + size <= row.length; from += 1) {
        const to = from + size;
        if (isAligned(row, from, to) === whole && isCardWindow(text, row, from, to)) {
          return { from: row[from]?.at ?? 0, to: row[to - 1]?.end ?? 0 };
        }
      }
    }
  }
  return undefined;
}

/** Cheap test that spares nearly all texts the search. */
function mayHoldCard(text: string): boolean {
  if (text.length < MIN_DIGITS || (text.length === 36 && IS_UUID.test(text))) return false;
  let digits = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    // From U+0660 on there are digits of other scripts.
    if ((code >= 48 && code <= 57) || code >= 0x660) digits += 1;
    else if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) digits = 0;
    if (digits >= MIN_DIGITS) return true;
  }
  return false;
}

const firstCardOf = (text: string): Span | undefined => {
  for (const row of rowsOf(text)) {
    const span = firstCard(text, row);
    if (span !== undefined) return span;
  }
  return undefined;
};

const asciiDigits = (text: string): string =>
  [...text].flatMap(char => digitOf(char.codePointAt(0) ?? 0) ?? []).join('');

/** `4242 4242 4242 4242` becomes `****4242`; up to four digits stay as they are. */
export const lastFour = (text: string): string => {
  const digits = asciiDigits(text);
  return digits.length <= 4 ? digits : `****${digits.slice(-4)}`;
};

const WORDS =
  '(?:exp(?:iry|ires|iration)?|valid|thru|until|date|bis|gültig|ablauf(?:datum)?|(?:card )?(?:security )?code|cvc2?|cvv2?|cid|csc|prüf(?:ziffer|nummer)|und|and|mm|yy)';
const BETWEEN = `(?:[^\\p{L}\\p{N}]|${WORDS}){1,24}?`;
const EXPIRY = '(?:0?[1-9]|1[0-2])\\s?[\\/.\\-]\\s?(?:20)?\\d{2}(?!\\d)';
const CVC = '\\d{3,4}(?![\\d.,]\\d)';
const AFTER = new RegExp(`^(?:${BETWEEN}(?:${EXPIRY}|${CVC})(?!\\p{N})){1,2}`, 'iu');
const BEFORE = new RegExp(`(?<!\\p{N})(?:(?:${EXPIRY}|${CVC})${BETWEEN}){1,2}$`, 'iu');
/** A CVC typed without a space. */
const GLUED_AFTER = /^\p{N}+/u;
const GLUED_BEFORE = /\p{N}+$/u;
const stars = (text: string): string => text.replaceAll(/\p{N}/gu, '*');

/** Masks card numbers to their last four digits, and expiry date and CVC beside them completely. */
export function maskCardsInText(text: string): string {
  if (!mayHoldCard(text)) return text;
  let result = text;
  for (let span = firstCardOf(result); span !== undefined; span = firstCardOf(result)) {
    const before = result.slice(0, span.from).replace(GLUED_BEFORE, stars).replace(BEFORE, stars);
    const after = result.slice(span.to).replace(GLUED_AFTER, stars).replace(AFTER, stars);
    result = `${before}${lastFour(result.slice(span.from, span.to))}${after}`;
  }
  return result;
}

/** Whether the whole text is a card number of 13 to 19 digits. */
export function isCardNumber(text: string): boolean {
  if (!mayHoldCard(text) || /[\p{L}*]/u.test(text)) return false;
  const digits = asciiDigits(text);
  return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && isPlausible(digits);
}
