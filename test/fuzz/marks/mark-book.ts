import { AIRPORT_ID, DOWNTOWN_ID } from '../../../src/seed/data.js';
import type { Dice } from '../../support/dice.js';
import { newCardNumber, typeCard } from './cards.js';
import { PatternSearch } from './pattern-search.js';

export type MarkKind = 'card' | 'password' | 'pin' | 'token' | 'name';

export type Mark = {
  kind: MarkKind;
  /** How it was planted, for the report. */
  origin: string;
  /** Of a name: whose staff may not read it. */
  hiddenFrom?: string;
};

/** Where a mark may turn up. */
export type Place = {
  name: string;
  /** The store whose staff alone read it. */
  staffOf?: string | undefined;
  /** It carries tokens by design, such as the repeated answer of a login or a mailed link. */
  hasTokens?: boolean;
};

export type Found = { kind: MarkKind; origin: string; place: string; around: string };

const AROUND = 60;
/** Enough to see what is wrong. */
const MAX_FOUND = 200;

/** All marks of a shop, and those that were found where they may not be. */
export class MarkBook {
  readonly #open = new PatternSearch<Mark>();
  readonly #names = new PatternSearch<Mark>();
  readonly planted: Record<MarkKind, number> = { card: 0, password: 0, pin: 0, token: 0, name: 0 };
  readonly found: Found[] = [];
  readonly #run: string;
  #last = 0;

  constructor(run: string) {
    this.#run = run;
  }

  /** A text that contains a card number. */
  card(dice: Dice, origin: string): string {
    const { text, traces } = typeCard(dice);
    this.planted.card += 1;
    for (const trace of traces) this.#open.add(trace, { kind: 'card', origin });
    return text;
  }

  /** A card number in ASCII, for headers. */
  plainCard(dice: Dice, origin: string): string {
    const number = newCardNumber(dice);
    const grouped = (number.match(/\d{1,4}/g) ?? []).join('-');
    this.planted.card += 1;
    for (const trace of [number, grouped]) this.#open.add(trace, { kind: 'card', origin });
    return dice.pick([number, grouped]);
  }

  password(origin: string): string {
    return this.#secret('password', `Pw-${this.#next()}`, origin);
  }

  pin(dice: Dice, origin: string): string {
    const pin = String(dice.between(30_000_000, 99_999_999));
    this.planted.pin += 1;
    this.#open.add(pin, { kind: 'pin', origin }, true);
    return pin;
  }

  /** A made-up token that no one gave out. */
  token(origin: string): string {
    return this.#secret('token', `tk_${'x'.repeat(16)}${this.#next()}`, origin);
  }

  /** A token that the service gave to its holder. */
  learnToken(token: string, origin: string): void {
    if (token.length < 16) return;
    this.planted.token += 1;
    this.#open.add(token, { kind: 'token', origin });
  }

  /** A text that staff of the other store may not read. */
  name(origin: string, store: string): string {
    const name = `nm${this.#next()}`;
    this.planted.name += 1;
    const hiddenFrom = store === DOWNTOWN_ID ? AIRPORT_ID : DOWNTOWN_ID;
    this.#names.add(name, { kind: 'name', origin, hiddenFrom });
    return name;
  }

  #secret(kind: 'password' | 'token', text: string, origin: string): string {
    this.planted[kind] += 1;
    this.#open.add(text, { kind, origin });
    return text;
  }

  #next(): string {
    this.#last += 1;
    return `${this.#run}${this.#last.toString(36).padStart(5, '0')}`;
  }

  get patterns(): number {
    return this.#open.size + this.#names.size;
  }

  /** Notes every mark in the text that may not be at this place. */
  check(place: Place, text: string | Buffer): void {
    const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
    for (const { mark, at } of this.#open.find(bytes)) {
      if (mark.kind !== 'token' || !place.hasTokens) this.#note(mark, place.name, bytes, at);
    }
    if (place.staffOf === undefined) return;
    for (const { mark, at } of this.#names.find(bytes)) {
      if (mark.hiddenFrom === place.staffOf) this.#note(mark, place.name, bytes, at);
    }
  }

  #note({ kind, origin }: Mark, place: string, bytes: Buffer, at: number): void {
    if (this.found.length >= MAX_FOUND) return;
    const around = bytes.subarray(Math.max(0, at - AROUND), at + AROUND).toString('utf8');
    this.found.push({ kind, origin, place, around });
  }
}
