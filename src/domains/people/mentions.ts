/** What a person is called and reached by. */
export type Known = { names: [first: string, last: string][]; texts: string[]; phones: string[] };

/** Patterns for PostgreSQL that find a person in texts; null finds nobody. */
export type Mentions = {
  /** Mail address, phone, street and full name: what names this person wherever it stands. */
  anywhere: string | null;
  /** Also each name alone and what was typed in orders: for texts about the person's own records. */
  inOwn: string | null;
  /** A text that consists of one or more of the names. */
  onlyName: string | null;
};

const LEAST_TEXT = 5;
const LEAST_NAME = 2;
/** The end of a number is the same with and without the codes of country and area. */
const PHONE_DIGITS = 8;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(word => word !== '');
const GAP = '([[:space:],+]|%20)+';
const spaced = (words: readonly string[]): string => words.map(escaped).join(GAP);

/** The database may fold only English letters, so each case is written out. */
const inAnyCase = (text: string): string[] => [text, text.toLowerCase(), text.toUpperCase()];

const inAnyCaseSpaced = (words: readonly string[]): string[] =>
  inAnyCase(words.join(' ')).map(text => spaced(wordsOf(text)));

const alone = (pattern: string): string => `(?<![[:alnum:]])(${pattern})(?![[:alnum:]])`;

function phonePattern(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '');
  if (digits.length < PHONE_DIGITS) return [];
  const end = [...digits.slice(-PHONE_DIGITS)].join('[ ()./-]{0,3}');
  return [`(?<![0-9])[+(]*([0-9][ ()./-]{0,3}){0,6}${end}(?![0-9])`];
}

function fullNames(names: Known['names']): string[] {
  return names.flatMap(([first, last]) => {
    const [given, family] = [wordsOf(first), wordsOf(last)];
    const both = [...given, ...family];
    if (both.length < 2) return [];
    return [both, [...family, ...given]].flatMap(inAnyCaseSpaced);
  });
}

const singleNames = (names: Known['names']): string[] =>
  names
    .flat()
    .flatMap(wordsOf)
    .filter(word => word.length >= LEAST_NAME)
    .flatMap(inAnyCase)
    .map(escaped);

const longTexts = (texts: readonly string[]): string[] =>
  texts
    .map(text => text.trim())
    .filter(text => text.length >= LEAST_TEXT)
    .flatMap(text => inAnyCaseSpaced(wordsOf(text)));

/** The longest first, so that a full name is one mention. */
const anyOf = (words: readonly string[], phones: readonly string[]): string | null => {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  const all = [...phones, ...(sorted.length > 0 ? [alone(sorted.join('|'))] : [])];
  return all.length === 0 ? null : all.join('|');
};

/**
 * `proven` is what belongs to the person for certain: customers type what they like into their own
 * account, and must not take words of their choice out of the texts of staff.
 */
export function mentionsOf(own: Known, inOrders: Known, proven: Known = own): Mentions {
  const words = [...fullNames(proven.names), ...longTexts(proven.texts)];
  const all = [own, inOrders];
  const single = singleNames(own.names).join('|');
  return {
    anywhere: anyOf(words, proven.phones.flatMap(phonePattern)),
    inOwn: anyOf(
      all.flatMap(({ names, texts }) => [
        ...fullNames(names),
        ...singleNames(names),
        ...longTexts(texts),
      ]),
      all.flatMap(({ phones }) => phones.flatMap(phonePattern)),
    ),
    onlyName: single === '' ? null : `^[[:space:]]*(${single})(${GAP}(${single}))*[[:space:]]*$`,
  };
}

/** Stands where a person was named. */
export const ERASED = '[erased]';
