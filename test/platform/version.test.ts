import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitOf } from '../../src/platform/version.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillhouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Files as git writes them. */
function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

describe('the commit of a checkout', () => {
  it('is that of its branch', () => {
    write({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` });
    expect(commitOf(folder)).toBe(COMMIT);
  });

  it('is that of a packed branch', () => {
    const packed = `# pack-refs with: peeled\n${COMMIT.replace('0', '9')} refs/heads/domain\n${COMMIT} refs/heads/main\n`;
    write({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': packed });
    expect(commitOf(folder)).toBe(COMMIT);
  });

  it('is that of the head without a branch', () => {
    write({ '.git/HEAD': `${COMMIT}\n` });
    expect(commitOf(folder)).toBe(COMMIT);
  });

  it('is found in a second work tree', () => {
    write({
      'shop/.git/refs/heads/side': `${COMMIT}\n`,
      'shop/.git/worktrees/side/HEAD': 'ref: refs/heads/side\n',
      'shop/.git/worktrees/side/commondir': '../..\n',
      'side/.git': 'gitdir: ../shop/.git/worktrees/side\n',
    });
    expect(commitOf(join(folder, 'side'))).toBe(COMMIT);
  });

  it('is null without a git folder, and for a branch without a commit', () => {
    expect(commitOf(folder)).toBeNull();
    write({ '.git/HEAD': 'ref: refs/heads/main\n' });
    expect(commitOf(folder)).toBeNull();
  });
});
