import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { iconsOneByOne } from './vite-icons.js';

export const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The service replaces this mark with a new nonce in every answer. */
const NONCE = '__CSP_NONCE__';

/**
 * Gives the pages the hashes of their scripts and styles, so that a browser refuses a changed file.
 * An import map carries the hashes of chunks that load later; the pages have no tag for those.
 */
const integrityOfFiles = (screens: readonly string[], finish: Finish): Plugin => ({
  name: 'integrity-of-files',
  apply: 'build',
  writeBundle: ({ dir = '' }, bundle) => {
    const hashOf = (name: string): string =>
      `sha384-${createHash('sha384')
        .update(readFileSync(join(dir, name)))
        .digest('base64')}`;
    for (const screen of screens) {
      const chunks = chunksOf(bundle, screen).map(name => [`/app/${name}`, hashOf(name)]);
      const map = JSON.stringify({ integrity: Object.fromEntries(chunks) });
      const file = join(dir, screen, 'index.html');
      const html = withAllStyles(readFileSync(file, 'utf8'), bundle, screen);
      const tagged = html.replaceAll(
        /<(?:script|link)\b[^>]*\b(?:src|href)="\/app\/([^"]+\.(?:js|css))"/g,
        (tag, name: string) => `${tag} integrity="${hashOf(name)}"`,
      );
      const mapTag = `<script type="importmap" nonce="${NONCE}">${map}</script>\n    `;
      writeFileSync(file, finish(tagged.replace(/(?=<script type="module")/, mapTag)));
    }
  },
});

/** Styles of chunks that load later get a tag as well: a hash is possible only there. */
function withAllStyles(html: string, bundle: Bundle, screen: string): string {
  const styles = chunksOf(bundle, screen).flatMap(name => {
    const chunk = bundle[name];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  const missing = [...new Set(styles)].filter(name => !html.includes(`/app/${name}"`)).sort();
  const tags = missing.map(
    name => `<link rel="stylesheet" crossorigin nonce="${NONCE}" href="/app/${name}">\n    `,
  );
  return html.replace(/(?=<\/head>)/, tags.join(''));
}

type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never[]) => unknown>>[1];

/** The files of all scripts that a screen can load, now or later. */
function chunksOf(bundle: Bundle, screen: string): string[] {
  const entry = Object.values(bundle).find(
    file => file.type === 'chunk' && file.isEntry && file.name === screen,
  );
  const found = new Set(entry ? [entry.fileName] : []);
  // A set also visits what is added during the loop.
  for (const name of found) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const next of [...file.imports, ...file.dynamicImports]) found.add(next);
  }
  return [...found].sort();
}

export const CLIENT = { '@tillhouse/client': path('../packages/client/src/index.ts') };

/** Changes the entry page that the build made. */
type Finish = (html: string) => string;

/** One entry page for each screen, with shared chunks. */
export const screensConfig = (
  screens: readonly string[],
  finish: Finish = html => html,
): UserConfig => ({
  root: path('.'),
  base: '/app/',
  cacheDir: path('../dist/vite-cache'),
  plugins: [iconsOneByOne, integrityOfFiles(screens, finish)],
  html: { cspNonce: NONCE },
  resolve: { alias: CLIENT },
  build: {
    outDir: path('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rollupOptions: {
      // Ignores "use client" directives, which only matter for server rendering.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      input: Object.fromEntries(screens.map(name => [name, path(`${name}/index.html`)])),
    },
  },
});
