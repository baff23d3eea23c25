// Keeps the register's page and files, so that it starts offline. API calls are never kept.
const CACHE = 'register';
const PAGE = '/app/register/';
/** A reload waits no longer than this for a service that does not answer. */
const WAIT_MS = 500;
/** After a start, the page of the service is compared with the kept one when the till is drawn. */
const LATER_MS = 3_000;
/** Scripts and styles that a page names: in its tags, and in the import map those that load later. */
const FILES = /"(\/app\/assets\/[^"]+\.(?:js|css))"/g;

self.addEventListener('install', event => {
  // Where browsers can, they take kept files without starting this worker, and load others themselves.
  event
    .addRoutes?.({
      condition: { urlPattern: '/app/assets/*' },
      source: { cacheName: CACHE },
    })
    ?.catch(() => undefined);
  self.skipWaiting();
});
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
 * are not there yet are loaded one by one, because somebody is signing in.
 */
async function keep(response) {
  const kept = await (await caches.open(CACHE)).keys();
  const known = new Set(kept.map(({ url }) => new URL(url).pathname));
  for (const file of filesIn(await response.clone().text())) {
    if (known.has(file)) continue;
    if (!(await asset(new Request(file))).ok) return false;
  }
  return (await store(PAGE, response)).ok;
}

/** The last load of the page, and whether the page was kept. */
let last;

function refresh() {
  const fetched = fetch(PAGE);
  const kept = fetched.then(response => response.ok && keep(response.clone())).catch(() => false);
  last = { fetched, kept };
  return last;
}

const later = () => new Promise(resolve => setTimeout(resolve, LATER_MS));

/**
 * A start shows the kept page at once; the register itself loads a newer release between two sales.
 * A reload gets the page of the service, or the kept one if the service is down or slow.
 */
async function page(event) {
  const kept = await caches.match(PAGE);
  if (kept !== undefined && !event.request.isReloadNavigation) {
    event.waitUntil(later().then(() => refresh().kept));
    return kept;
  }
  const { fetched, kept: keeping } = refresh();
  event.waitUntil(keeping);
  if (kept === undefined) return fetched.catch(() => Response.error());
  const waited = new Promise(resolve => setTimeout(() => resolve(kept), WAIT_MS));
  return Promise.race([fetched, waited]).then(
    response => (response.ok ? response : kept),
    () => kept,
  );
}

/** Loads the page once more only if its own start has not kept it. */
const ensureKept = async () => (await last?.kept) || refresh().kept;

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
      ensureKept(),
      ...files.map(file => asset(new Request(file)).catch(() => undefined)),
    ]),
  );
});
