import { defineConfig } from 'vite';
import { withPreact } from './vite-preact.js';
import { screensConfig } from './vite-screens.js';

const config = screensConfig(['shop']);

/** The shop, which shares no chunk with the other screens because it runs on Preact. */
export default defineConfig({
  ...config,
  publicDir: false,
  resolve: { alias: withPreact },
  // The other screens are in the folder already.
  build: { ...config.build, emptyOutDir: false },
});
