import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { projectRoot } from '../../src/platform/root.js';

/** Generated folders, from `.gitignore`; paths are relative to the project. */
const IGNORED = new Set(['.git', 'node_modules', ...ignoredFolders()]);

function ignoredFolders(): string[] {
  const lines = readFileSync(join(projectRoot, '.gitignore'), 'utf8').split('\n');
  return lines.filter(line => line.endsWith('/')).map(line => line.slice(0, -1));
}

/** All files below a folder of the project, sorted. */
export function filesBelow(folder = '.'): string[] {
  if (!existsSync(join(projectRoot, folder))) return [];
  return readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .flatMap(entry => {
      const path = posix.join(folder, entry.name);
      if (IGNORED.has(path) || IGNORED.has(entry.name)) return [];
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

export const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

export const isThere = (path: string): boolean => existsSync(join(projectRoot, path));

export const sourcesBelow = (folder: string): string[] =>
  filesBelow(folder).filter(path => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));

export type Import = {
  from: string;
  /** The imported file of the project. */
  to: string;
  /** Erased by the compiler, so it cannot cause a cycle at run time. */
  typeOnly: boolean;
};

const IMPORT = /\b(import|export)\s+(type\s)?([^'";]*?\sfrom\s+)?'(\.[^']*)'/g;
const LAZY_IMPORT = /\bimport\(\s*'(\.[^']*)'\s*\)/g;

/** The relative imports of a file, without packages. */
export function importsOf(path: string): Import[] {
  const text = read(path);
  const target = (specifier: string): string =>
    posix.join(dirname(path), specifier.replace(/\.js$/, '.ts'));
  const declared = [...text.matchAll(IMPORT)].map(([, , type, names = '', specifier = '']) => ({
    from: path,
    to: target(specifier),
    typeOnly: type !== undefined || isOnlyTypes(names),
  }));
  const lazy = [...text.matchAll(LAZY_IMPORT)].map(([, specifier = '']) => ({
    from: path,
    to: target(specifier),
    typeOnly: false,
  }));
  return [...declared, ...lazy];
}

/** `{ type A, type B } from` imports nothing at run time. */
function isOnlyTypes(names: string): boolean {
  const listed = /^\s*\{([^}]*)\}/.exec(names)?.[1];
  if (listed === undefined) return false;
  const items = listed.split(',').map(name => name.trim());
  return items.filter(name => name !== '').every(name => name.startsWith('type '));
}

/** The import cycles, each as a path that ends with its first file. */
export function cyclesIn(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file);
    if (start !== -1) {
      cycles.push([...trail.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    for (const other of next.get(file) ?? []) visit(other, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}

/** The text between the bracket at `open` and the matching one; brackets in strings are ignored. */
export function insideBrackets(text: string, open: number): string {
  let depth = 0;
  let quote = '';
  for (let i = open; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (quote !== '') {
      if (char === '\\') i += 1;
      else if (char === quote) quote = '';
    } else if (`'"\``.includes(char)) quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      depth -= 1;
      if (depth === 0) return text.slice(open + 1, i);
    }
  }
  return text.slice(open + 1);
}
