import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makePackages } from './pack.mjs';
import { notesOf, problemsOf } from './release/notes.mjs';

const USAGE = `npm run release [-- --dry-run]

Makes the release of the version in package.json: the packages of the service and the client, the sources,
the notes of CHANGELOG.md and checksums, all in dist/release/, and the tag v<version>. Nothing is pushed or
published. With --dry-run there is no tag, and changes may be uncommitted.
`;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = name => readFileSync(join(root, name), 'utf8');

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]} failed. ${stderr.trim()}`);
  return stdout.trim();
}

function writeChecksums(folder) {
  const lines = readdirSync(folder)
    .sort()
    .map(name => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

async function release(isDryRun) {
  const names = ['package.json', 'packages/client/package.json'];
  const manifests = Object.fromEntries(names.map(name => [name, JSON.parse(read(name))]));
  const { version } = manifests['package.json'];
  const changelog = read('CHANGELOG.md');
  const changes = isDryRun ? '' : git('status', '--porcelain');
  const tags = isDryRun ? [] : git('tag', '--list').split('\n');
  const problems = problemsOf({ version, manifests, changelog, changes, tags });
  if (problems.length > 0) throw new Error(problems.join('\n'));

  const folder = join(root, 'dist', 'release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of await makePackages()) copyFileSync(path, join(folder, basename(path)));
  const sources = `tillhouse-${version}-source`;
  git('archive', `--prefix=${sources}/`, '-o', join(folder, `${sources}.tar.gz`), 'HEAD');
  const notes = join(folder, 'notes.md');
  writeFileSync(notes, `# Tillhouse ${version}\n\n${notesOf(changelog, version)}\n`);
  writeChecksums(folder);
  // Git would otherwise drop the headings, which begin like its comments.
  if (!isDryRun) git('tag', '--annotate', '--cleanup=verbatim', '--file', notes, `v${version}`);
  return { version, folder };
}

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else {
  try {
    const { version, folder } = await release(values['dry-run']);
    console.log(
      readdirSync(folder)
        .map(name => join(folder, name))
        .join('\n'),
    );
    if (!values['dry-run'])
      console.log(`Tagged v${version}. Push it with: git push origin v${version}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
