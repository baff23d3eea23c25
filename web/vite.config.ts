import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const ICON_IMPORT = /import \{([^}]*)\} from '@tabler\/icons-react';/g;

/** Imports icons one by one: parsing the index of 5000 icons dominates the build time. */
const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('.tsx') || !code.includes('@tabler/icons-react')) return undefined;
    const deep = (_match: string, names: string): string =>
      names
        .split(',')
        .map(name => name.trim())
        .filter(name => /^Icon\w+$/.test(name))
        .map(name => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
        .join(' ');
    return { code: code.replaceAll(ICON_IMPORT, deep), map: null };
  },
};

/** Three entry pages with shared chunks; the register does not load the desk's charts. */
export default defineConfig({
  root: path('.'),
  base: '/app/',
  cacheDir: path('../dist/vite-cache'),
  plugins: [iconsOneByOne],
  resolve: { alias: { '@tillhouse/client': path('../packages/client/src/index.ts') } },
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
      input: {
        register: path('register/index.html'),
        desk: path('desk/index.html'),
        shop: path('shop/index.html'),
      },
    },
  },
  server: {
    port: 5173,
    // Proxies everything except the screens to the service.
    proxy: { '^/(?!app/)': { target: 'http://127.0.0.1:8080', ws: true } },
  },
});
