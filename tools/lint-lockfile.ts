import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../src/platform/root.js';

type Ranges = Record<string, string>;
type Groups = { dependencies?: Ranges; devDependencies?: Ranges; optionalDependencies?: Ranges };

export type Manifest = Groups & { allowScripts?: Record<string, boolean> };
export type Entry = Groups & {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
};
export type Lockfile = { lockfileVersion: number; packages: Record<string, Entry> };

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const INSTALLED = 'node_modules/';
const STRONG_HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * What is wrong with a lock file, one sentence each. A package must have a strong hash and no
 * address: without one it comes from the configured registry, never from git, a URL or another
 * host. Only packages that the manifest allows may run a script when they are installed.
 */
export function lockfileProblems(lock: Lockfile, manifest: Manifest): string[] {
  if (lock.lockfileVersion !== 3) return ['The lock file must have version 3.'];
  const problems: string[] = [];
  for (const group of GROUPS) {
    const [wanted, locked] = [manifest[group] ?? {}, lock.packages['']?.[group] ?? {}];
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] !== locked[name]) problems.push(`${name}: package.json has another range.`);
    }
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    // The project itself and its workspaces are not installed from elsewhere.
    if (path.includes(INSTALLED)) problems.push(...entryProblems(path, entry, manifest));
  }
  return problems;
}

function entryProblems(path: string, entry: Entry, manifest: Manifest): string[] {
  if (entry.link) {
    const isOwn = /^packages\/[\w-]+$/.test(entry.resolved ?? '');
    return isOwn ? [] : [`${path}: links to a folder outside the project.`];
  }
  const problems: string[] = [];
  if (entry.resolved !== undefined) problems.push(`${path}: names an address.`);
  if (!STRONG_HASH.test(entry.integrity ?? '')) problems.push(`${path}: has no sha512 hash.`);
  if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) problems.push(`${path}: has no exact version.`);
  const name = entry.name ?? path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);
  if (entry.hasInstallScript && manifest.allowScripts?.[name] !== true) {
    problems.push(`${path}: runs a script when installed, which package.json does not allow.`);
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
  const problems = lockfileProblems(read('package-lock.json'), read('package.json'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
