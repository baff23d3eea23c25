// Caches the register's page and assets so that it starts offline. API calls are never cached.
const CACHE = 'register';
const PAGE = '/app/register/';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

async function store(request, response) {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** Network first, then cache. */
async function page() {
  try {
    return await store(PAGE, await fetch(PAGE));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** Cache first: asset names contain a content hash. */
const asset = async request =>
  (await caches.match(request)) ?? store(request, await fetch(request));

self.addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate') event.respondWith(page());
  else if (pathname.startsWith('/app/assets/')) event.respondWith(asset(event.request));
});

// On the first visit the page loads its files before this worker is active, so it sends their URLs.
self.addEventListener('message', event => {
  const files = Array.isArray(event.data) ? event.data : [];
  event.waitUntil(
    Promise.all([page(), ...files.map(file => asset(new Request(file)).catch(() => undefined))]),
  );
});
