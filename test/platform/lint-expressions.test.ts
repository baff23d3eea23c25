import { expect, it } from 'vitest';
import { expressionProblems, expressionsIn } from '../../tools/lint-expressions.js';

const CODE = [
  'const number = /^\\d+$/;',
  "const word = new RegExp('-+$', 'i');",
  "const safe = text.replace(/[^a-z]{1,50}$/g, '');",
].join('\n');

it('finds literals and expressions made of a constant, with their lines', () => {
  expect(expressionsIn('x.ts', CODE)).toEqual([
    { file: 'x.ts', line: 1, source: '^\\d+$', flags: '' },
    { file: 'x.ts', line: 2, source: '-+$', flags: 'i' },
    { file: 'x.ts', line: 3, source: '[^a-z]{1,50}$', flags: 'g' },
  ]);
});

it('refuses an expression that is not linear, unless it is listed, and a list that is too long', () => {
  const found = expressionsIn('x.ts', CODE);
  expect(expressionProblems(found, {})).toEqual(['x.ts:2 /-+$/i is 2nd degree polynomial.']);
  expect(expressionProblems(found, { 'x.ts /-+$/i': 'short' })).toEqual([]);
  expect(expressionProblems([], { 'x.ts /-+$/i': 'short' })).toEqual([
    'x.ts /-+$/i is listed, but is not there.',
  ]);
});
