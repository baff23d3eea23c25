import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';

const text = readFileSync(join(projectRoot, 'docs/security.md'), 'utf8');

it('the lists in docs/security.md name tests that exist', () => {
  const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(path => !existsSync(join(projectRoot, path)))).toEqual([]);
});

it('the lists in docs/security.md name every risk and every chapter once', () => {
  const rows = [...text.matchAll(/^\| (API\d+|V\d+) /gm)].map(([, name]) => name);
  expect(rows).toEqual([
    ...Array.from({ length: 10 }, (_, n) => `API${n + 1}`),
    ...Array.from({ length: 17 }, (_, n) => `V${n + 1}`),
  ]);
});
