import { defineConfig } from 'vite';
import { screensConfig } from './vite-screens.js';

const config = screensConfig(['card-frame']);

/** The card form of the sandbox: a page of its own that shares no file with the shop. */
export default defineConfig({
  ...config,
  publicDir: false,
  // The other screens are in the folder already.
  build: { ...config.build, emptyOutDir: false },
});
