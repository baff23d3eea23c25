// Keeps the register's page and its files, so that it starts without a network. Data never passes here.
const CACHE = 'register';
const PAGE = '/app/register/';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

async function keep(request, response) {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** The newest page if the network has one, else the one that was kept. */
async function page() {
  try {
    return await keep(PAGE, await fetch(PAGE));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** The name of a file changes with its content: what was kept is right. */
const asset = async request => (await caches.match(request)) ?? keep(request, await fetch(request));

self.addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate') event.respondWith(page());
  else if (pathname.startsWith('/app/assets/')) event.respondWith(asset(event.request));
});

// The first visit loaded its files before this worker was there.
self.addEventListener('message', event => {
  const files = Array.isArray(event.data) ? event.data : [];
  event.waitUntil(
    Promise.all([page(), ...files.map(file => asset(new Request(file)).catch(() => undefined))]),
  );
});
