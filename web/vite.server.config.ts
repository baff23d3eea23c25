import { defineConfig } from 'vite';
import { iconsOneByOne } from './vite-icons.js';
import { withPreact } from './vite-preact.js';
import { path } from './vite-screens.js';

/** The shop as one file, with which the service draws its pages. */
export default defineConfig({
  root: path('.'),
  base: '/app/',
  cacheDir: path('../dist/vite-cache'),
  plugins: [iconsOneByOne],
  publicDir: false,
  resolve: { alias: withPreact },
  // The service has no browser storage, and one build of the libraries whatever its own environment is.
  define: {
    localStorage: 'undefined',
    sessionStorage: 'undefined',
    'process.env.NODE_ENV': '"production"',
  },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: path('shop/server.tsx'),
    outDir: path('../dist/web-server'),
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      output: { entryFileNames: 'shop.mjs', inlineDynamicImports: true },
    },
  },
});
