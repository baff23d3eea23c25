import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Register } from './app.js';
import { session } from './state/session.js';
import { texts } from './texts/index.js';

const api = createScreenApi({
  screen: 'register',
  onSignedOut: () => session.set(null),
  // A customer waits: better to go on with cash soon than to hope for half a minute.
  timeoutMs: 8_000,
});

if (import.meta.env.PROD) void keepForOffline();

mount({ api, texts, children: <Register /> });

/** A worker keeps the page and its files, so that a reload without a network still shows the till. */
async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/app/register/worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(entry => entry.name);
  active?.postMessage(files.filter(file => file.includes('/app/assets/')));
}
