import { CLIENT, path } from './vite-screens.js';

/** Preact in place of React: 15 kB of script instead of 65 (docs/decisions/0030). */
export const withPreact = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: path('shop/preact-as-react.ts') },
  ...Object.entries(CLIENT).map(([find, replacement]) => ({ find, replacement })),
];
