import { insideBrackets, read, sourcesBelow } from './sources.js';

const FAILURE_FUNCTIONS = [
  'Failure',
  'invalid',
  'invalidField',
  'invalidFields',
  'refuseFields',
  'notFound',
  'conflict',
  'forbidden',
  'unauthenticated',
  'tooMany',
];
const CODE = /'([A-Z][A-Z_]{3,})'/g;

/** Codes of processors and of the refund arithmetic; the callers translate them. */
const NOT_SENT = /^src\/domains\/(payments\/processors\/|pricing\/returns\.ts)/;
const METHODS = /\ballow: \[[^\]]*\]/g;

/** Every error code that the API can answer with, and the files that contain it. */
export function codesInSource(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of sourcesBelow('src')) {
    if (NOT_SENT.test(path) || !/^src\/(domains|platform\/http)\//.test(path)) continue;
    for (const code of codesIn(read(path))) {
      found.set(code, (found.get(code) ?? new Set()).add(path));
    }
  }
  return found;
}

function codesIn(text: string): string[] {
  const own = [...text.matchAll(/\b(?:const|function) (\w+)(?: = )?\(code: /g)].map(m => m[1]);
  const calls = new RegExp(`\\b(?:${[...FAILURE_FUNCTIONS, ...own].join('|')})\\(`, 'g');
  const parts = [...text.matchAll(calls)].map(call =>
    insideBrackets(text, call.index + call[0].length - 1).replaceAll(METHODS, ''),
  );
  const literals = [...text.matchAll(/\bcode(?::| =| \|\|=) [^;,})]*/g)].map(match => match[0]);
  return [...parts, ...literals].flatMap(part =>
    [...part.matchAll(CODE)].map(([, code = '']) => code),
  );
}
