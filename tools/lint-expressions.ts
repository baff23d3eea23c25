import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { projectRoot } from '../src/platform/root.js';
import { BOUNDED_EXPRESSIONS } from './bounded-expressions.js';

// Decides which build of the library runs: the one in JavaScript, which needs no other program.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/** The screens run on the machine of whoever typed the text. */
const FOLDERS = ['src'];
/** An expression that takes longer to judge is left to test/platform/growth.test.ts. */
const TIMEOUT_MS = 3_000;
/** Without one of these the work for each character has a limit. */
const UNBOUNDED = /[*+]|\{\d+,\}/;

export type Expression = { file: string; line: number; source: string; flags: string };

/** Every regular expression of a file whose text is known: literals and `new RegExp('…')`. */
export function expressionsIn(file: string, code: string): Expression[] {
  const found: Expression[] = [];
  const add = (start: number, source: string, flags: string): void => {
    found.push({ file, line: code.slice(0, start).split('\n').length, source, flags });
  };
  const { program } = parseSync(file, code);
  new Visitor({
    Literal: node => {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: node => {
      const [source, flags] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const known = flags?.type === 'Literal' ? String(flags.value) : '';
      add(node.start, source.value, known);
    },
  }).visit(program);
  return found;
}

/** How the work of an expression grows with its text, if faster than the text; else undefined. */
export function growthOf({
  source,
  flags,
}: Pick<Expression, 'source' | 'flags'>): string | undefined {
  if (!UNBOUNDED.test(source)) return undefined;
  const result = checkSync(source, flags, { timeout: TIMEOUT_MS });
  return result.status === 'vulnerable' ? result.complexity.summary : undefined;
}

const filesOf = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.includes('node_modules'))
    .sort();

export const allExpressions = (): Expression[] =>
  FOLDERS.flatMap(filesOf).flatMap(path =>
    expressionsIn(relative(projectRoot, path), readFileSync(path, 'utf8')),
  );

/** One sentence for each expression that is neither linear nor listed with its reason. */
export function expressionProblems(
  all: readonly Expression[],
  bounded: Readonly<Record<string, string>>,
): string[] {
  const growth = new Map<string, string | undefined>();
  const problems: string[] = [];
  const present = new Set<string>();
  for (const one of all) {
    const shown = `/${one.source}/${one.flags}`;
    const key = `${one.file} ${shown}`;
    present.add(key);
    if (key in bounded) continue;
    if (!growth.has(shown)) growth.set(shown, growthOf(one));
    const found = growth.get(shown);
    if (found === undefined) continue;
    problems.push(`${one.file}:${one.line} ${shown} is ${found}.`);
  }
  for (const key of Object.keys(bounded)) {
    if (!present.has(key)) problems.push(`${key} is listed, but is not there.`);
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = expressionProblems(allExpressions(), BOUNDED_EXPRESSIONS);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
