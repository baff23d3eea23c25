import { runAtOnce, type Steps } from '../in-steps.js';
import { digitOf } from './characters.js';
import { detailsAfter, detailsBefore } from './details.js';
import { hasIssuer, hasKnownLength, isPlausible, MAX_DIGITS, MIN_DIGITS } from './digits.js';
import { idsIn, type Span } from './ids.js';
import { type Lookalike, lookalikesIn } from './lookalikes.js';
import { mayHoldRow, Row } from './rows.js';

/**
 * Finds card numbers in free text: any 13 to 19 digits with valid check digit and issuer, whatever
 * stands before and after them, with up to three characters between two digits. Digits of every script
 * count. Each text is read once, so its cost grows with its length alone.
 */

/** The usual lengths first: a CVC typed after 16 digits could make 19 of them valid by chance. */
const SIZES = [16, 15, 14, 19, 18, 17, 13];
/** They stay readable. */
const KEPT = 4;
const CARDS_PER_STEP = 256;

/** Whether each first digit belongs to an issuer; most others start no card number. */
const STARTS = Array.from({ length: 10 }, (_, digit) => '234568'.includes(String(digit)));

/** Judges windows of the row that has been read; looks at its groups when a window asks for them. */
class Search {
  readonly #row: Row;
  /** Where the readable digits of the card number before start. */
  #start = 0;
  #marks: Lookalike[] | undefined;
  /** Of the groups before each: those that are no lookalike, firm ones, those below three digits. */
  #plain: number[] = [];
  #firm: number[] = [];
  #short: number[] = [];

  constructor(row: Row) {
    this.#row = row;
  }

  #mark(): Lookalike[] {
    const groups = this.#row.groups();
    const marks = lookalikesIn(groups, this.#row.lead);
    this.#plain = sumsOf(marks.map(mark => mark === 'none'));
    this.#firm = sumsOf(marks.map(mark => mark === 'firm'));
    this.#short = sumsOf(groups.map(({ first, end }) => end - first < 3));
    this.#marks = marks;
    return marks;
  }

  /** Whether this digit starts a group, or the readable rest of one. */
  #startsGroup(from: number): boolean {
    return from === this.#start || this.#row.firstOf(this.#row.groupOf[from] ?? 0) === from;
  }

  /** Whether the digits before and after the window belong to other groups. */
  #isWhole(from: number, to: number): boolean {
    return this.#startsGroup(from) && this.#row.endOf(this.#row.groupOf[to - 1] ?? 0) === to;
  }

  isCard(from: number, to: number): boolean {
    if (!this.#row.passesLuhn(from, to)) return false;
    const digits = this.#row.digits(from, to);
    if (!hasIssuer(digits)) return false;
    const first = this.#row.groupOf[from] ?? 0;
    const last = this.#row.groupOf[to - 1] ?? 0;
    const whole = this.#isWhole(from, to);
    if (first === last) return whole || (hasKnownLength(digits) && !this.#isFirm(first));
    if (this.#isOther(from, to, first, last)) return false;
    if (hasKnownLength(digits)) return true;
    if (!whole || between(this.#firm, first, last + 1) > 0) return false;
    return between(this.#short, first, last) === 0 || last - first + 1 === to - from;
  }

  #isFirm(group: number): boolean {
    return (this.#marks ?? this.#mark())[group] === 'firm';
  }

  /** Nothing but lookalikes, or a part of a firm one. */
  #isOther(from: number, to: number, first: number, last: number): boolean {
    if (!this.#startsGroup(from) && this.#isFirm(first)) return true;
    if (this.#row.endOf(last) !== to && this.#isFirm(last)) return true;
    if (this.#marks === undefined) this.#mark();
    return between(this.#plain, first, last + 1) === 0;
  }

  /**
   * The first card number from this digit on; whole groups are preferred to digits cut out of them.
   * All candidates share digits with the first, so none is missed.
   */
  first(start: number): Span | undefined {
    this.#start = start;
    let best: (Span & { rank: number }) | undefined;
    let until = this.#row.length - MIN_DIGITS;
    for (let from = start; from <= until; from += 1) {
      if (!STARTS[this.#row.values[from] ?? 0]) continue;
      for (const [index, size] of SIZES.entries()) {
        const to = from + size;
        if (to > this.#row.length || !this.isCard(from, to)) continue;
        if (best === undefined) until = Math.min(until, from + MIN_DIGITS - 1);
        const rank = this.#isWhole(from, to) ? index : index + SIZES.length;
        if (best === undefined || rank < best.rank) best = { from, to, rank };
      }
    }
    return best;
  }
}

function sumsOf(flags: readonly boolean[]): number[] {
  const sums = [0];
  for (const flag of flags) sums.push((sums.at(-1) ?? 0) + (flag ? 1 : 0));
  return sums;
}

const between = (sums: readonly number[], from: number, to: number): number =>
  (sums[to] ?? 0) - (sums[from] ?? 0);

/** Short texts share it: they are searched without a pause. */
const sharedRow = new Row();
const LONG_TEXT = 8192;

function* cardsIn(text: string): Steps<Span[]> {
  const found: Span[] = [];
  const row = text.length < LONG_TEXT ? sharedRow : new Row();
  row.open(text, idsIn(text));
  let start = 0;
  while (row.read(start)) {
    const search = new Search(row);
    start = 0;
    for (let card = search.first(0); card !== undefined; card = search.first(start)) {
      found.push({ from: row.at[card.from] ?? 0, to: row.ends[card.to - 1] ?? 0 });
      start = card.to - KEPT;
    }
    // A number may go on in the next piece of a long row.
    start = Math.max(start, row.length - MAX_DIGITS + 1);
    if (text.length >= LONG_TEXT) yield;
  }
  return found;
}

function asciiDigits(text: string): string {
  let digits = '';
  for (const char of text) {
    const value = digitOf(char.codePointAt(0) ?? 0);
    if (value >= 0) digits += value;
  }
  return digits;
}

/** `4242 4242 4242 4242` becomes `****4242`; up to four digits stay as they are. */
export const lastFour = (text: string): string => {
  const digits = asciiDigits(text);
  return digits.length <= KEPT ? digits : `****${digits.slice(-KEPT)}`;
};

const NUMERALS = /\p{N}/gu;
const stars = (text: string): string => text.replaceAll(NUMERALS, '*');
const IS_NUMERAL = /\p{N}/u;

/** Hides digits typed without a space before the number, and expiry date and CVC before it. */
function hideBefore(text: string): string {
  let glued = text.length;
  while (glued > 0 && IS_NUMERAL.test(text[glued - 1] ?? '')) glued -= 1;
  const head = text.slice(0, glued);
  const from = detailsBefore(head);
  return head.slice(0, from) + stars(head.slice(from)) + stars(text.slice(glued));
}

/** The same behind the number. */
function hideAfter(text: string): string {
  let glued = 0;
  while (glued < text.length && IS_NUMERAL.test(text[glued] ?? '')) glued += 1;
  const tail = text.slice(glued);
  const to = detailsAfter(tail);
  return stars(text.slice(0, glued)) + stars(tail.slice(0, to)) + tail.slice(to);
}

/** Masks card numbers to their last four digits, and expiry date and CVC beside them completely. */
export const maskCardsInText = (text: string): string =>
  mayHoldRow(text) ? runAtOnce(maskInSteps(text)) : text;

/** The same with pauses, for a text that may be long. */
export function* maskInSteps(text: string): Steps<string> {
  if (!mayHoldRow(text)) return text;
  const cards = yield* cardsIn(text);
  if (cards.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to } of cards) {
    const before = text.slice(at, from);
    pieces.push(hideBefore(at === 0 ? before : hideAfter(before)));
    pieces.push(lastFour(text.slice(Math.max(at, from), to)));
    at = to;
    if (pieces.length % CARDS_PER_STEP === 0) yield;
  }
  pieces.push(hideAfter(text.slice(at)));
  return pieces.join('');
}

/** Whether the whole text is a card number of 13 to 19 digits. */
export function isCardNumber(text: string): boolean {
  if (!mayHoldRow(text) || /[\p{L}*]/u.test(text)) return false;
  const digits = asciiDigits(text);
  return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && isPlausible(digits);
}
