import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Register } from './app.js';
import { preloadCatalogue } from './state/catalogue.js';
import { firstPicture, noteFirstPicture } from './state/first-picture.js';
import { unparkShown } from './state/sale.js';
import { session } from './state/session.js';
import { noteBooked } from './state/to-enter.js';
import { texts } from './texts/index.js';

/** A start that draws nothing, for example in a hidden tab, asks the service after this time. */
const LONGEST_WAIT_MS = 3_000;

const api = createScreenApi({
  screen: 'register',
  onSignedOut: () => session.set(null),
  // A short timeout, so that the cashier can switch to offline cash while the customer waits.
  timeoutMs: 8_000,
});

unparkShown();
preloadCatalogue();
setTimeout(noteFirstPicture, LONGEST_WAIT_MS);
api.use({
  onRequest: async () => {
    await firstPicture;
    return undefined;
  },
  onResponse: ({ request, schemaPath }) => noteBooked(request, schemaPath),
});

if (import.meta.env.PROD) void cacheForOffline();

mount({ api, texts, children: <Register /> });

/** Caches the page and its files in a service worker, so that the till also loads offline. */
async function cacheForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { controller } = navigator.serviceWorker;
  await firstPicture;
  await navigator.serviceWorker.register('/app/register/worker.js');
  // A worker that has served this page keeps it by itself.
  if (controller !== null) return;
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(entry => entry.name);
  active?.postMessage(files.filter(file => file.includes('/app/assets/')));
}
