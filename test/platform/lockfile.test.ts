import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { type Entry, type Lockfile, lockfileProblems } from '../../tools/lint-lockfile.js';

const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));

const GOOD: Entry = { version: '1.2.3', integrity: `sha512-${'a'.repeat(86)}==` };
const lockOf = (entry: Entry, path = 'node_modules/thing'): Lockfile => ({
  lockfileVersion: 3,
  packages: { '': {}, [path]: entry },
});

describe('the lock file', () => {
  it('of this project is fine', () => {
    expect(lockfileProblems(read('package-lock.json'), read('package.json'))).toEqual([]);
  });

  it('may hold a package with a strong hash, and a workspace of the project', () => {
    expect(lockfileProblems(lockOf(GOOD), {})).toEqual([]);
    expect(lockfileProblems(lockOf({ link: true, resolved: 'packages/client' }), {})).toEqual([]);
  });

  it.each<[string, Entry, string]>([
    ['no hash', { version: '1.2.3' }, 'has no sha512 hash.'],
    ['a weak hash', { ...GOOD, integrity: `sha1-${'a'.repeat(27)}=` }, 'has no sha512 hash.'],
    ['a git source', { ...GOOD, resolved: 'git+ssh://git@host/a.git#1' }, 'names an address.'],
    ['an archive', { ...GOOD, resolved: 'http://host/thing.tgz' }, 'names an address.'],
    ['a registry of its own', { ...GOOD, resolved: 'https://host/thing.tgz' }, 'names an address.'],
    ['a file', { ...GOOD, resolved: 'file:../thing.tgz' }, 'names an address.'],
    ['a branch as version', { ...GOOD, version: 'main' }, 'has no exact version.'],
    [
      'a link elsewhere',
      { link: true, resolved: '../thing' },
      'links to a folder outside the project.',
    ],
    [
      'a script at installation',
      { ...GOOD, hasInstallScript: true },
      'runs a script when installed, which package.json does not allow.',
    ],
  ])('may not hold a package with %s', (_, entry, problem) => {
    expect(lockfileProblems(lockOf(entry), {})).toEqual([`node_modules/thing: ${problem}`]);
    const nested = 'node_modules/outer/node_modules/@scope/thing';
    expect(lockfileProblems(lockOf(entry, nested), {})).toEqual([`${nested}: ${problem}`]);
  });

  it('allows the scripts that the manifest names', () => {
    const lock = lockOf({ ...GOOD, hasInstallScript: true });
    expect(lockfileProblems(lock, { allowScripts: { thing: true } })).toEqual([]);
    expect(lockfileProblems(lock, { allowScripts: { thing: false } })).toHaveLength(1);
  });

  it('fits the manifest', () => {
    const lock = { lockfileVersion: 3, packages: { '': { dependencies: { a: '^1.0.0' } } } };
    const wanted = { dependencies: { a: '^2.0.0' }, devDependencies: { b: '1.0.0' } };
    expect(lockfileProblems(lock, wanted)).toEqual([
      'a: package.json has another range.',
      'b: package.json has another range.',
    ]);
  });
});
