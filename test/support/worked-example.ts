import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A step of a document: a file to write, a change of a file, or commands to run. */
export type Step =
  | { kind: 'file'; path: string; text: string }
  | { kind: 'diff'; path: string; lines: string[] }
  | { kind: 'commands'; lines: string[] };

const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm;

/** The code blocks of a document in their order. The first line of each names its file. */
export function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(BLOCK)].map(([, language = '', text = '']): Step => {
    const lines = text.trimEnd().split('\n');
    if (language === 'sh') return { kind: 'commands', lines };
    const path = /^(?:\/\/|--|#) (\S+)$/.exec(lines[0] ?? '')?.[1];
    if (path === undefined) throw new Error(`A block names no file: ${lines[0]}`);
    if (language === 'diff') return { kind: 'diff', path, lines: lines.slice(1) };
    return { kind: 'file', path, text: `${lines.slice(1).join('\n')}\n` };
  });
}

/** Writes a new file; a file that exists is changed by a diff only. */
export function writeNew(root: string, path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file)) throw new Error(`${path} exists already.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Replaces the lines before by the lines after; they must be in the file exactly once. */
export function applyDiff(root: string, path: string, lines: readonly string[]): void {
  const side = (leftOut: string): string =>
    lines
      .filter(line => !line.startsWith(leftOut))
      .map(line => `${line.slice(1)}\n`)
      .join('');
  const [before, after] = [side('+'), side('-')];
  const parts = readFileSync(join(root, path), 'utf8').split(before);
  if (parts.length !== 2) {
    throw new Error(`${path} has these lines ${parts.length - 1} times, not once:\n${before}`);
  }
  writeFileSync(join(root, path), parts.join(after));
}
