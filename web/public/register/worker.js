// Keeps the register's page and files, so that it starts offline. API calls are never kept.
const CACHE = 'register';
const PAGE = '/app/register/';
/** A start waits no longer than this for a service that does not answer. */
const WAIT_MS = 500;
/** Scripts and styles that a page names: in its tags, and in the import map those that load later. */
const FILES = /"(\/app\/assets\/[^"]+\.(?:js|css))"/g;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

async function store(request, response) {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** Cache first: asset names contain a content hash. */
const asset = async request =>
  (await caches.match(request)) ?? store(request, await fetch(request));

const filesIn = html => new Set([...html.matchAll(FILES)].map(([, file]) => file));

/**
 * Keeps a page after all of its files, so that a lost connection leaves a whole release. Files that
 * are not kept yet are loaded one by one, because somebody is signing in.
 */
async function keep(response) {
  for (const file of filesIn(await response.clone().text())) {
    if (!(await asset(new Request(file))).ok) return;
  }
  await store(PAGE, response);
}

/** Loads the page of the service and keeps it; a start and the page that started share one load. */
let refreshing;
function refresh() {
  refreshing ??= load().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function load() {
  const fetched = fetch(PAGE);
  const kept = fetched
    .then(response => (response.ok ? keep(response.clone()) : undefined))
    .catch(() => undefined);
  return { fetched, kept };
}

self.addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/app/assets/')) event.respondWith(asset(event.request));
});

// On the first visit the page loads its files before this worker is active, so it sends their URLs.
self.addEventListener('message', event => {
  const files = Array.isArray(event.data) ? event.data : [];
  event.waitUntil(
    Promise.all([
      page(event),
      ...files.map(file => asset(new Request(file)).catch(() => undefined)),
    ]),
  );
});
