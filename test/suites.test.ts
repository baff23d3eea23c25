import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { projectRoot } from '../src/platform/root.js';
import { LONG_TESTS } from './long-files.js';
import { SLOW_TESTS } from './suites.js';
import { filesBelow, importsOf } from './support/sources.js';

/** Installs Debian packages such as redis-server and chromium. */
const INSTALLER = 'test/support/debian.ts';
/** Starts `npm start` as a process. */
const SERVICE_PROCESS = 'test/support/process.ts';

/** The test files of each suite, as Vitest itself finds them. */
async function filesBySuite(): Promise<{ quick: string[]; slow: string[]; long: string[] }> {
  const config = join(projectRoot, 'vitest.config.ts');
  const vitest = await createVitest('test', { config, watch: false, run: true });
  try {
    const found = await vitest.globTestSpecifications();
    const filesOf = (suite: string): string[] =>
      found
        .filter(({ project }) => project.name === suite)
        .map(({ moduleId }) => relative(projectRoot, moduleId));
    return { quick: filesOf('quick'), slow: filesOf('slow'), long: filesOf('long') };
  } finally {
    await vitest.close();
  }
}

/** The files below `test/` that a test imports, directly or through others, and the test itself. */
function importedBy(test: string): Set<string> {
  const found = new Set([test]);
  for (const path of found) {
    for (const { to } of importsOf(path)) if (testSources.has(to)) found.add(to);
  }
  return found;
}

/** For patterns of `test/suites.ts`, which use `*` and `**\/` only. */
function matcher(pattern: string): RegExp {
  const parts = pattern
    .split('**/')
    .map(part => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
  return new RegExp(`^${parts.join('(?:.+/)?')}$`);
}

const testSources = new Set(filesBelow('test').filter(path => path.endsWith('.ts')));
const { quick, slow, long } = await filesBySuite();

describe('the test suites', () => {
  it('contain every test file exactly once', () => {
    const tests = filesBelow('test').filter(path => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path));
    expect([...quick, ...slow, ...long].sort()).toEqual(tests);
  });

  it.each(SLOW_TESTS)('has a slow test for the pattern %s', pattern => {
    expect(slow.some(test => matcher(pattern).test(test))).toBe(true);
  });

  it.each(LONG_TESTS)('has a long test for the pattern %s', pattern => {
    expect(long.some(test => matcher(pattern).test(test))).toBe(true);
  });

  it.each([INSTALLER, SERVICE_PROCESS])('import %s from no quick test', helper => {
    expect(testSources.has(helper)).toBe(true);
    expect(quick.filter(test => importedBy(test).has(helper))).toEqual([]);
  });
});
