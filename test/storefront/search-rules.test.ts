import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allWords,
  queryOf,
  termsOf,
  type Word,
} from '../../src/domains/storefront/search/build-query.js';
import { priceRanges } from '../../src/domains/storefront/search/facets.js';
import { missText } from '../../src/domains/storefront/search/record-miss.js';

const lookedUp = (word: string, more: Partial<Word> = {}): [string, Word] => [
  word,
  { word, stems: [], is_stop: false, corrections: [], ...more },
];

describe('the query of a search', () => {
  it('takes the longest phrase with synonyms as one term', () => {
    const synonyms = [
      ['tee', 't shirt'],
      ['t', 'top'],
    ];
    expect(termsOf('red t shirt', synonyms)).toEqual([
      { given: 'red', phrases: [['red']] },
      { given: 't shirt', phrases: [['tee'], ['t', 'shirt']] },
    ]);
    expect(allWords(termsOf('tee tee', synonyms))).toEqual(['tee', 't', 'shirt']);
  });

  it('leaves out words that say nothing, unless there are no others', () => {
    const words = new Map([
      lookedUp('the', { is_stop: true }),
      lookedUp('mug', { stems: ['mug'] }),
    ]);
    expect(queryOf(termsOf('the mug', []), words).query).toBe("((('mug':*)))");
    expect(queryOf(termsOf('the', []), words).query).toBe("((('the':*)))");
  });

  it('adds stems and corrections', () => {
    const words = new Map([lookedUp('mugz', { stems: ['mugz'], corrections: ['mugs'] })]);
    expect(queryOf(termsOf('mugz', []), words)).toEqual({
      query: "((('mugz':* | 'mugs')))",
      corrected: 'mugs',
    });
  });

  it('quotes what the database would read as an operator', () => {
    expect(queryOf(termsOf(`a'b\\`, []), new Map()).query).toBe(`((('a''b\\\\':*)))`);
  });

  it('looks up at most twelve terms', () => {
    const words = Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ');
    expect(termsOf(words, [])).toHaveLength(12);
  });

  it('takes repeated words, and synonyms of one another, as one term', () => {
    expect(termsOf('shirt '.repeat(12), [])).toEqual([{ given: 'shirt', phrases: [['shirt']] }]);
    const synonyms = [['tee', 't shirt']];
    expect(termsOf('tee blue t shirt tee', synonyms)).toEqual([
      { given: 'tee', phrases: [['tee'], ['t', 'shirt']] },
      { given: 'blue', phrases: [['blue']] },
    ]);
  });
});

describe('price ranges', () => {
  it('have round limits and hold every price once', () => {
    expect(priceRanges([])).toEqual([]);
    expect(priceRanges([999])).toEqual([{ from: 900, to: 999, count: 1 }]);
    expect(priceRanges([500, 1250, 9_900])).toEqual([
      { from: 0, to: 4_999, count: 2 },
      { from: 5_000, to: 9_999, count: 1 },
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1 }), prices => {
        const ranges = priceRanges(prices);
        expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length);
        expect(ranges.length).toBeLessThanOrEqual(6);
        for (const price of prices) {
          expect(ranges.filter(({ from, to }) => from <= price && price <= to)).toHaveLength(1);
        }
      }),
    );
  });
});

describe('the text of a search that found nothing', () => {
  it('is kept without capitals and spaces, and not if it may be personal', () => {
    expect(missText('  Red   Kettle ')).toBe('red kettle');
    for (const q of ['a@b.co', '+49 170 1234567', 'x'.repeat(101), '  ']) {
      expect(missText(q)).toBeUndefined();
    }
  });
});
