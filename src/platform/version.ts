import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from './root.js';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
  gitHead?: string;
};

export const VERSION: string = manifest.version;

/** The commit in the manifest of a package, or of a checkout's git folder; otherwise null. */
export const COMMIT: string | null = manifest.gitHead ?? commitOf(projectRoot);

export function commitOf(checkout: string): string | null {
  try {
    const git = gitFolder(join(checkout, '.git'));
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim();
    return head.startsWith('ref: ') ? commitOfBranch(git, head.slice(5)) : head;
  } catch {
    return null;
  }
}

/** In a second work tree `.git` is a file that names the folder. */
function gitFolder(path: string): string {
  if (statSync(path).isDirectory()) return path;
  return resolve(path, '..', readFileSync(path, 'utf8').replace('gitdir: ', '').trim());
}

function commitOfBranch(git: string, branch: string): string | null {
  const common = linesOf(join(git, 'commondir'))[0];
  const folder = common === undefined ? git : resolve(git, common);
  const packed = linesOf(join(folder, 'packed-refs')).find(line => line.endsWith(` ${branch}`));
  return linesOf(join(folder, branch))[0] ?? packed?.split(' ')[0] ?? null;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
