import { describe, expect, it } from 'vitest';
import { read } from '../support/sources.js';

type Facts = {
  version: string;
  manifests: Record<string, object>;
  changelog: string;
  changes: string;
  tags: string[];
};
type Notes = {
  notesOf(changelog: string, version: string): string | undefined;
  problemsOf(facts: Facts): string[];
};
// A plain script: the release runs before anything is built.
const { notesOf, problemsOf } = (await import('../../tools/release/notes.mjs' as string)) as Notes;

const CHANGELOG = `# Changes

Text.

## 1.10.0

### For shops

- New.

## 1.1.0

- Old.
`;

describe('the notes of a release', () => {
  it('are the section of its version, whole', () => {
    expect(notesOf(CHANGELOG, '1.10.0')).toBe('### For shops\n\n- New.');
    expect(notesOf(CHANGELOG, '1.1.0')).toBe('- Old.');
    expect(notesOf(CHANGELOG, '1.1')).toBeUndefined();
  });

  it('exist for the version of this checkout', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(notesOf(read('CHANGELOG.md'), version)).toContain('### For operators');
  });
});

describe('a release is refused', () => {
  const ready: Facts = {
    version: '1.10.0',
    manifests: {
      'package.json': { version: '1.10.0', dependencies: { '@tillhouse/client': '1.10.0' } },
    },
    changelog: CHANGELOG,
    changes: '',
    tags: ['v1.1.0'],
  };

  it('for nothing else', () => {
    expect(problemsOf(ready)).toEqual([]);
  });

  it.each<[string, Partial<Facts>]>([
    ['CHANGELOG.md has no section 1.10.0.', { changelog: '# Changes\n' }],
    ['The checkout has changes that are not committed.', { changes: ' M package.json' }],
    ['The tag v1.10.0 exists already.', { tags: ['v1.10.0'] }],
    ['package.json has version 1.9.0.', { manifests: { 'package.json': { version: '1.9.0' } } }],
    [
      'package.json depends on version 1.9.0 of the client.',
      {
        manifests: {
          'package.json': { version: '1.10.0', dependencies: { '@tillhouse/client': '1.9.0' } },
        },
      },
    ],
  ])('because: %s', (problem, change) => {
    expect(problemsOf({ ...ready, ...change })).toEqual([problem]);
  });
});
