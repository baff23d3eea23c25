import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { withPreact } from './vite-preact.js';
import { path, screensConfig } from './vite-screens.js';

/**
 * Moves the scripts to the end of the page, so that the browser first asks for the styles and the
 * picture that it paints. The map of 70 hashes alone takes 6 kB that cannot be compressed.
 */
function withScriptsLast(html: string): string {
  const scripts = html.match(/<script\b[^>]*>.*?<\/script>\s*/gs) ?? [];
  const rest = scripts.reduce((page, script) => page.replace(script, () => ''), html);
  const last = scripts.join('').replace('<script type="module"', '$& fetchpriority="low"');
  return rest.replace(/(?=<\/body>)/, () => last);
}

const COMPONENT_CLASS = /\bm_[0-9a-z]+\b/g;
const classesIn = (text: string): string[] => [...new Set(text.match(COMPONENT_CLASS))];

/** Compares the classes in the scripts with those in the styles; both name a component's classes. */
const stylesOfUsedComponents: Plugin = {
  name: 'styles-of-used-components',
  apply: 'build',
  writeBundle: (_options, bundle) => {
    const files = Object.values(bundle);
    const scripts = files.map(file => (file.type === 'chunk' ? file.code : '')).join('\n');
    const styles = files
      .map(file =>
        file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : '',
      )
      .join('\n');
    const all = readFileSync(path('../node_modules/@mantine/core/styles.css'), 'utf8');
    const known = new Set(classesIn(all));
    const imported = new Set(classesIn(styles));
    const missing = classesIn(scripts).filter(name => known.has(name) && !imported.has(name));
    if (missing.length === 0) return;
    throw new Error(`web/shop/component-styles.ts lacks the styles of ${missing.join(', ')}`);
  },
};

const config = screensConfig(['shop'], withScriptsLast);

/** The shop, which shares no chunk with the other screens because it runs on Preact. */
export default defineConfig({
  ...config,
  plugins: [...(config.plugins ?? []), stylesOfUsedComponents],
  publicDir: false,
  resolve: { alias: withPreact },
  // One file of styles: the page waits for every one. The other screens are in the folder already.
  build: { ...config.build, emptyOutDir: false, cssCodeSplit: false },
});
