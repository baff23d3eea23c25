import { defineConfig } from 'vite';
import { screensConfig } from './vite-screens.js';

/** Screens of the staff, with React. The development server also serves the shop, with React. */
export default defineConfig({
  ...screensConfig(['register', 'desk', 'display']),
  server: {
    port: 5173,
    // Proxies everything except the screens to the service.
    proxy: { '^/(?!app/)': { target: 'http://127.0.0.1:8080', ws: true } },
  },
});
