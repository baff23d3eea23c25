import type { Span } from './ids.js';

/** Finds expiry date and CVC beside a card number. */

/** How far from the number they are looked for. */
const REACH = 48;
const MAX_DETAILS = 2;
/** Characters and words between two of them. */
const MAX_BETWEEN = 24;

const WORDS = new Set(
  (
    'exp expiry expires expiration valid thru until date bis gültig ablauf ablaufdatum card security code ' +
    'cvc cvc2 cvv cvv2 cid csc prüfziffer prüfnummer und and mm yy'
  ).split(' '),
);

type Token = Span & { kind: 'word' | 'digits' | 'other'; text: string };

const TOKEN = /\p{Nd}+|[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;
const DIGIT = /\p{Nd}/u;
const ONLY_DIGITS = /^\p{Nd}+$/u;
const STARTS_AS_WORD = /^[\p{L}\p{N}]/u;

/** A word may end in a digit, as in CVC2, so digits that follow a letter belong to the word. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { index, 0: found } of text.matchAll(TOKEN)) {
    const kind = ONLY_DIGITS.test(found) ? 'digits' : STARTS_AS_WORD.test(found) ? 'word' : 'other';
    const last = tokens.at(-1);
    if (last?.kind === 'word' && kind !== 'other') {
      last.text += found;
      last.to = index + found.length;
    } else tokens.push({ kind, text: found, from: index, to: index + found.length });
  }
  return tokens;
}

const isMonth = (text: string): boolean =>
  text.length <= 2 && Number(text) >= 1 && Number(text) <= 12;
const isYear = (text: string): boolean => /^(?:20)?\d{2}$/.test(text);

/** How many tokens an expiry date has that starts here: `12/27`, `1-2027`, `12 / 27`. */
function expiryAt(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.kind !== 'digits' || !isMonth(tokens[at]?.text ?? '')) return 0;
  let next = at + 1;
  if (tokens[next]?.text.trim() === '') next += 1;
  if (!/^[/.-]$/.test(tokens[next]?.text ?? '')) return 0;
  next += 1;
  if (tokens[next]?.text.trim() === '') next += 1;
  return tokens[next]?.kind === 'digits' && isYear(tokens[next]?.text ?? '') ? next + 1 - at : 0;
}

/** Three or four digits that are no part of an amount or a longer number. */
function isCvc(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'digits' || token.text.length < 3 || token.text.length > 4) return false;
  return !(/^[.,]$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.kind === 'digits');
}

const detailAt = (tokens: readonly Token[], at: number): number =>
  expiryAt(tokens, at) || (isCvc(tokens, at) ? 1 : 0);

const isBetween = (token: Token): boolean =>
  token.kind === 'other' || (token.kind === 'word' && WORDS.has(token.text.toLowerCase()));

/** Where details end that follow a number at the start of the text; 0 if none do. */
export function detailsAfter(text: string): number {
  const near = text.slice(0, REACH);
  if (!DIGIT.test(near)) return 0;
  const tokens = tokensOf(near);
  let end = 0;
  let at = 0;
  for (let found = 0; found < MAX_DETAILS; found += 1) {
    const start = at;
    while (at - start < MAX_BETWEEN && tokens[at] && isBetween(tokens[at] as Token)) at += 1;
    const count = detailAt(tokens, at);
    if (count === 0 || at === start) break;
    at += count;
    end = tokens[at - 1]?.to ?? end;
  }
  return end;
}

/** Where details start that precede a number at the end of the text; its length if none do. */
export function detailsBefore(text: string): number {
  const offset = Math.max(0, text.length - REACH);
  const near = text.slice(offset);
  if (!DIGIT.test(near)) return text.length;
  const tokens = tokensOf(near);
  let from = text.length;
  let end = tokens.length;
  for (let found = 0; found < MAX_DETAILS; found += 1) {
    let at = end;
    while (end - at < MAX_BETWEEN && tokens[at - 1] && isBetween(tokens[at - 1] as Token)) at -= 1;
    if (at === end) break;
    const start = detailEndingAt(tokens, at);
    if (start === undefined || (offset > 0 && start === 0)) break;
    from = offset + (tokens[start]?.from ?? 0);
    end = start;
  }
  return from;
}

/** The token with which a detail starts that ends before this one. */
function detailEndingAt(tokens: readonly Token[], end: number): number | undefined {
  for (let at = Math.max(0, end - 5); at < end; at += 1) {
    const isApart = at === 0 || tokens[at - 1]?.kind === 'other';
    if (isApart && detailAt(tokens, at) === end - at) return at;
  }
  return undefined;
}
