/** What the database says about one word of a search. */
export type Term = {
  word: string;
  /** Stems in both languages. */
  stems: readonly string[];
  /** Such as "the", which says nothing about a product. */
  is_stop: boolean;
  /** The nearest words of the catalogue; empty if the catalogue has the word. */
  corrections: readonly string[];
};

/** A place in the search: one of these phrases has to be there. */
export type Place = { given: string; phrases: readonly (readonly string[])[] };

export const wordsOf = (text: string): string[] => text.split(' ').filter(word => word !== '');

/** More words than anybody types; each one costs a look-up. */
const MAX_WORDS = 12;

/**
 * Splits a search into places; a phrase with synonyms is one place. A place that was there before,
 * also by a synonym of it, says nothing more: "shirt shirt" is one place.
 */
export function placesOf(text: string, synonyms: readonly (readonly string[])[]): Place[] {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const places = new Map<string, Place>();
  for (let at = 0; at < words.length; ) {
    const place = longestSynonym(words.slice(at), synonyms);
    const found = place ?? { given: words[at] ?? '', phrases: [[words[at] ?? '']] };
    const key = JSON.stringify(found.phrases);
    if (!places.has(key)) places.set(key, found);
    at += wordsOf(found.given).length;
  }
  return [...places.values()];
}

function longestSynonym(
  words: readonly string[],
  synonyms: readonly (readonly string[])[],
): Place | undefined {
  let best: Place | undefined;
  for (const terms of synonyms) {
    for (const term of terms) {
      const own = wordsOf(term);
      const isHere = own.length > 0 && own.every((word, index) => words[index] === word);
      if (isHere && own.length > wordsOf(best?.given ?? '').length) {
        best = { given: term, phrases: terms.map(wordsOf) };
      }
    }
  }
  return best;
}

/** The words that the database has to look up. */
export const allWords = (places: readonly Place[]): string[] => [
  ...new Set(places.flatMap(({ phrases }) => phrases.flat())),
];

/** As text of a `tsquery`: every place has to match, by word, beginning, stem or correction. */
export function queryOf(
  places: readonly Place[],
  terms: ReadonlyMap<string, Term>,
): { query: string; corrected: string | null } {
  const query = meantPlaces(places, terms)
    .map(({ phrases }) => `(${phrases.map(phrase => phraseQuery(phrase, terms)).join(' | ')})`)
    .join(' & ');
  const corrections = places.map(({ given }) => terms.get(given)?.corrections[0]);
  if (corrections.every(word => word === undefined)) return { query, corrected: null };
  return { query, corrected: places.map(({ given }, at) => corrections[at] ?? given).join(' ') };
}

/** Words such as "the" count only if there are no others. */
function meantPlaces(places: readonly Place[], terms: ReadonlyMap<string, Term>): readonly Place[] {
  const isStop = ({ phrases }: Place): boolean =>
    phrases.flat().every(word => terms.get(word)?.is_stop === true);
  const meant = places.filter(place => !isStop(place));
  return meant.length > 0 ? meant : places;
}

/** A place as text: phrases, of each the words, of each the beginnings of words that are meant. */
export type Want = readonly (readonly (readonly string[])[])[];

/** What each place of a query matches, to find out in which texts it is. */
export const wantsOf = (places: readonly Place[], terms: ReadonlyMap<string, Term>): Want[] =>
  meantPlaces(places, terms).map(({ phrases }) =>
    phrases.map(words =>
      words.map(word => {
        const { stems = [], corrections = [] } = terms.get(word) ?? {};
        return [word, ...stems, ...corrections];
      }),
    ),
  );

const phraseQuery = (words: readonly string[], terms: ReadonlyMap<string, Term>): string =>
  `(${words.map(word => wordQuery(word, terms.get(word))).join(' & ')})`;

function wordQuery(word: string, term: Term | undefined): string {
  // A single letter begins too many words.
  const own = word.length > 1 ? `${quoted(word)}:*` : quoted(word);
  const others = [...(term?.stems ?? []), ...(term?.corrections ?? [])].filter(one => one !== word);
  return `(${[own, ...new Set(others.map(quoted))].join(' | ')})`;
}

/** A lexeme in the text of a `tsquery`. */
const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '$&$&')}'`;
