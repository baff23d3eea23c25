import { digitOf, isInvisible, isLetter } from './characters.js';
import { MIN_DIGITS } from './digits.js';
import type { Span } from './ids.js';

/** Digits that stand together, without anything in between. */
export type Group = {
  /** Positions in the row: its first digit, and the one behind its last. */
  first: number;
  end: number;
  /** What stands before it; '' at the start of a row. */
  gap: string;
  digits: string;
};

const MAX_GAP = 3;
/** Spaces count once and invisible characters not at all: texts are shown and mailed without them. */
const isCounted = (code: number, before: number): boolean =>
  !isInvisible(code) && !(isSpace(code) && isSpace(before));
const isSpace = (code: number): boolean =>
  code === 32 || code === 0xa0 || (code >= 9 && code <= 13);
/** Longer rows are read in pieces. */
const MAX_ROW = 4096;

/** Cheap test that spares nearly all texts the search. */
export function mayHoldRow(text: string): boolean {
  if (text.length < MIN_DIGITS) return false;
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

/**
 * Digits of any script with at most three characters between them that are neither letter nor digit.
 * Reads a text row by row and reuses its memory.
 */
export class Row {
  length = 0;
  groupCount = 0;
  /** For each digit its value, where it starts and ends in the text, and its group. */
  readonly values = new Uint8Array(MAX_ROW);
  readonly #codes = Buffer.alloc(MAX_ROW);
  #ascii = '';
  readonly at = new Int32Array(MAX_ROW);
  readonly ends = new Int32Array(MAX_ROW);
  readonly groupOf = new Int32Array(MAX_ROW);
  readonly #firsts = new Int32Array(MAX_ROW);
  /** Sums of the first digits with every even digit doubled, and with every odd one. */
  readonly #even = new Int32Array(MAX_ROW + 1);
  readonly #odd = new Int32Array(MAX_ROW + 1);
  #text = '';
  #skips: readonly Span[] = [];
  #skip = 0;
  #next = 0;
  #gap = 0;

  /** `skips` are pieces of the text whose digits belong to no row, in their order. */
  open(text: string, skips: readonly Span[]): void {
    this.#text = text;
    this.#skips = skips;
    this.#skip = 0;
    this.#next = 0;
    this.#clear();
  }

  /** The character before the row; '' at the start of the text. */
  get lead(): string {
    return this.#text[(this.at[0] ?? 0) - 1] ?? '';
  }

  #clear(): void {
    this.length = 0;
    this.groupCount = 0;
    this.#ascii = '';
  }

  #push(value: number, at: number, end: number, startsGroup: boolean): void {
    const index = this.length;
    if (startsGroup) {
      this.#firsts[this.groupCount] = index;
      this.groupCount += 1;
    }
    this.values[index] = value;
    this.#codes[index] = 48 + value;
    this.at[index] = at;
    this.ends[index] = end;
    this.groupOf[index] = this.groupCount - 1;
    const doubled = value > 4 ? value * 2 - 9 : value * 2;
    const isEven = index % 2 === 0;
    this.#even[index + 1] = (this.#even[index] ?? 0) + (isEven ? doubled : value);
    this.#odd[index + 1] = (this.#odd[index] ?? 0) + (isEven ? value : doubled);
    this.length = index + 1;
  }

  /** Keeps the digits from `from` on, for the next piece of a long row. */
  #keep(from: number): void {
    const kept = this.length - from;
    const values = this.values.slice(from, this.length);
    const at = this.at.slice(from, this.length);
    const ends = this.ends.slice(from, this.length);
    this.#clear();
    for (let i = 0; i < kept; i += 1) {
      const isNew = i === 0 || at[i] !== ends[i - 1];
      this.#push(values[i] ?? 0, at[i] ?? 0, ends[i] ?? 0, isNew);
    }
  }

  /** Reads the next row of at least 13 digits; of a long one, the digits from `keepFrom` on and the next. */
  read(keepFrom: number): boolean {
    if (this.length === MAX_ROW) this.#keep(Math.max(1, keepFrom));
    else this.#clear();
    while (this.#next < this.#text.length) {
      this.#fill();
      if (this.length >= MIN_DIGITS) return true;
      this.#clear();
    }
    return false;
  }

  #fill(): void {
    const text = this.#text;
    this.#gap = 0;
    while (this.#next < text.length && this.length < MAX_ROW) {
      if (this.#jump()) return;
      const at = this.#next;
      let code = text.charCodeAt(at);
      if (code >= 0xd800 && code < 0xdc00) code = text.codePointAt(at) ?? code;
      this.#next = code > 0xffff ? at + 2 : at + 1;
      const value = digitOf(code);
      if (value >= 0) {
        const isNew = this.length === 0 || this.ends[this.length - 1] !== at;
        this.#push(value, at, this.#next, isNew);
        this.#gap = 0;
      } else if (this.length > 0 && this.#endsRow(code, at)) return;
    }
  }

  /** Counts a character between two digits. */
  #endsRow(code: number, at: number): boolean {
    if (isCounted(code, this.#text.charCodeAt(at - 1))) this.#gap += 1;
    return this.#gap > MAX_GAP || isLetter(code);
  }

  /** Passes a piece of text that belongs to no row. */
  #jump(): boolean {
    while ((this.#skips[this.#skip]?.to ?? Number.POSITIVE_INFINITY) <= this.#next) this.#skip += 1;
    const skip = this.#skips[this.#skip];
    if (skip === undefined || skip.from > this.#next) return false;
    this.#next = skip.to;
    return true;
  }

  /** Whether the check digit of these digits is valid. */
  passesLuhn(from: number, to: number): boolean {
    const sums = to % 2 === 0 ? this.#even : this.#odd;
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 === 0;
  }

  /** The digits of this window in ASCII. */
  digits(from: number, to: number): string {
    if (this.#ascii.length !== this.length)
      this.#ascii = this.#codes.toString('latin1', 0, this.length);
    return this.#ascii.slice(from, to);
  }

  firstOf(group: number): number {
    return this.#firsts[group] ?? 0;
  }

  endOf(group: number): number {
    return group + 1 < this.groupCount ? this.firstOf(group + 1) : this.length;
  }

  groups(): Group[] {
    const groups: Group[] = [];
    for (let index = 0; index < this.groupCount; index += 1) {
      const first = this.firstOf(index);
      const end = this.endOf(index);
      const gap = first === 0 ? '' : this.#text.slice(this.ends[first - 1], this.at[first]);
      groups.push({ first, end, gap, digits: this.digits(first, end) });
    }
    return groups;
  }
}
