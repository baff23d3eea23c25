/** What the database says about one word of a search. */
export type Word = {
  word: string;
  /** Stems in both languages. */
  stems: readonly string[];
  /** Such as "the", which says nothing about a product. */
  is_stop: boolean;
  /** The nearest words of the catalogue; empty if the catalogue has the word. */
  corrections: readonly string[];
};

/** A term of the search: a word, or a phrase with its synonyms. One of the phrases has to match. */
export type Term = { given: string; phrases: readonly (readonly string[])[] };

export const wordsOf = (text: string): string[] => text.split(' ').filter(word => word !== '');

/** More words than anybody types; each one costs a look-up. */
const MAX_WORDS = 12;

/**
 * Splits a search into terms; a phrase with synonyms is one term. A term that is repeated, also by
 * one of its synonyms, counts once: "shirt shirt" is one term.
 */
export function termsOf(text: string, synonyms: readonly (readonly string[])[]): Term[] {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const terms = new Map<string, Term>();
  for (let at = 0; at < words.length; ) {
    const synonym = longestSynonym(words.slice(at), synonyms);
    const term = synonym ?? { given: words[at] ?? '', phrases: [[words[at] ?? '']] };
    const key = JSON.stringify(term.phrases);
    if (!terms.has(key)) terms.set(key, term);
    at += wordsOf(term.given).length;
  }
  return [...terms.values()];
}

function longestSynonym(
  words: readonly string[],
  synonyms: readonly (readonly string[])[],
): Term | undefined {
  let best: Term | undefined;
  for (const group of synonyms) {
    for (const synonym of group) {
      const own = wordsOf(synonym);
      const isHere = own.length > 0 && own.every((word, index) => words[index] === word);
      if (isHere && own.length > wordsOf(best?.given ?? '').length) {
        best = { given: synonym, phrases: group.map(wordsOf) };
      }
    }
  }
  return best;
}

/** The words that the database has to look up. */
export const allWords = (terms: readonly Term[]): string[] => [
  ...new Set(terms.flatMap(({ phrases }) => phrases.flat())),
];

/** As text of a `tsquery`: every term has to match, by word, beginning, stem or correction. */
export function queryOf(
  terms: readonly Term[],
  lookedUp: ReadonlyMap<string, Word>,
): { query: string; corrected: string | null } {
  const query = meantTerms(terms, lookedUp)
    .map(({ phrases }) => `(${phrases.map(phrase => phraseQuery(phrase, lookedUp)).join(' | ')})`)
    .join(' & ');
  const corrections = terms.map(({ given }) => lookedUp.get(given)?.corrections[0]);
  if (corrections.every(word => word === undefined)) return { query, corrected: null };
  return { query, corrected: terms.map(({ given }, at) => corrections[at] ?? given).join(' ') };
}

/** Words such as "the" count only if there are no others. */
function meantTerms(terms: readonly Term[], lookedUp: ReadonlyMap<string, Word>): readonly Term[] {
  const isStop = ({ phrases }: Term): boolean =>
    phrases.flat().every(word => lookedUp.get(word)?.is_stop === true);
  const meant = terms.filter(term => !isStop(term));
  return meant.length > 0 ? meant : terms;
}

/** What a term matches: its phrases, the words of each, and the beginnings that count as the word. */
export type Want = readonly (readonly (readonly string[])[])[];

/** What each term of a query matches, to find the texts that contain it. */
export const wantsOf = (terms: readonly Term[], lookedUp: ReadonlyMap<string, Word>): Want[] =>
  meantTerms(terms, lookedUp).map(({ phrases }) =>
    phrases.map(words =>
      words.map(word => {
        const { stems = [], corrections = [] } = lookedUp.get(word) ?? {};
        return [word, ...stems, ...corrections];
      }),
    ),
  );

const phraseQuery = (words: readonly string[], lookedUp: ReadonlyMap<string, Word>): string =>
  `(${words.map(word => wordQuery(word, lookedUp.get(word))).join(' & ')})`;

function wordQuery(word: string, found: Word | undefined): string {
  // A single letter begins too many words.
  const own = word.length > 1 ? `${quoted(word)}:*` : quoted(word);
  const others = [...(found?.stems ?? []), ...(found?.corrections ?? [])].filter(
    one => one !== word,
  );
  return `(${[own, ...new Set(others.map(quoted))].join(' | ')})`;
}

/** A lexeme in the text of a `tsquery`. */
const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '$&$&')}'`;
