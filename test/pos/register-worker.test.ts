import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SOURCE = readFileSync('web/public/register/worker.js', 'utf8');
const ORIGIN = 'https://shop.example';
const PAGE = '/app/register/';

type WorkerEvent = {
  request?: { url: string; method: string; mode: string; isReloadNavigation: boolean };
  respondWith?: (answer: Promise<Response>) => void;
  data?: unknown;
  waitUntil: (work: Promise<unknown>) => void;
};

const addressOf = (request: string | { url: string }): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

/** The worker in a browser whose service answers with `answer`. */
function startWorker(answer: (path: string) => Promise<Response>) {
  const kept = new Map<string, Response>();
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const cache = {
    put: async (request: string | { url: string }, response: Response) =>
      void kept.set(addressOf(request), response),
    keys: async () => [...kept.keys()].map(path => ({ url: ORIGIN + path })),
  };
  runInNewContext(SOURCE, {
    URL,
    Response,
    // The worker waits for seconds; here it waits for one turn of the loop.
    setTimeout: (run: () => void) => setTimeout(run, 1),
    Request: class {
      constructor(readonly url: string) {}
    },
    fetch: (request: string | { url: string }) => answer(addressOf(request)),
    caches: {
      open: async () => cache,
      match: async (request: string | { url: string }) => kept.get(addressOf(request))?.clone(),
    },
    self: {
      location: { origin: ORIGIN },
      addEventListener: (name: string, listener: (event: WorkerEvent) => void) =>
        listeners.set(name, listener),
    },
  });
  /** The page that a start shows, and all that the worker does for it. */
  const open = async (
    isReloadNavigation = false,
  ): Promise<{
    status: number;
    text: string;
    isKept: () => Promise<boolean>;
  }> => {
    const work: Promise<unknown>[] = [];
    let answered: Promise<Response> | undefined;
    listeners.get('fetch')?.({
      request: { url: ORIGIN + PAGE, method: 'GET', mode: 'navigate', isReloadNavigation },
      respondWith: given => {
        answered = given;
      },
      waitUntil: given => void work.push(given),
    });
    const shown = await answered;
    const isKept = async () => {
      await Promise.all(work);
      return kept.has(PAGE);
    };
    return { status: shown?.status ?? 0, text: (await shown?.clone().text()) ?? '', isKept };
  };
  /** The page sends the worker the names of the files it has loaded. */
  const sendLoaded = async (files: readonly string[]): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners.get('message')?.({ data: files, waitUntil: given => void work.push(given) });
    await Promise.all(work);
  };
  return { open, sendLoaded, kept };
}

const page = (release: string) =>
  `<script type="importmap">{"integrity":{"/app/assets/pay-${release}.js":"sha384-x"}}</script>
   <script src="/app/assets/main-${release}.js"></script>
   <link href="/app/assets/main-${release}.css">`;

it('keeps a page with all of its files, also those that load later', async () => {
  const { open, kept } = startWorker(async path => new Response(path === PAGE ? page('1') : path));
  expect(await (await open()).isKept()).toBe(true);
  const files = ['main-1.css', 'main-1.js', 'pay-1.js'].map(name => `/app/assets/${name}`);
  expect([...kept.keys()].toSorted()).toEqual([...files, PAGE]);
});

it('shows the kept page at a start and the page of the service at a reload', async () => {
  let release = '1';
  const { open, kept } = startWorker(
    async path => new Response(path === PAGE ? page(release) : path),
  );
  await (await open()).isKept();
  release = '2';
  const start = await open();
  expect(start.text).toBe(page('1'));
  await start.isKept();
  expect(await kept.get(PAGE)?.clone().text()).toBe(page('2'));
  release = '3';
  expect((await open(true)).text).toBe(page('3'));
});

it.each([
  ['start', false],
  ['reload', true],
])(
  'makes a %s from the kept page while the service is silent, down or broken',
  async (_, isReload) => {
    let answer = async (path: string) => new Response(path === PAGE ? page('1') : path);
    const { open } = startWorker(path => answer(path));
    await (await open()).isKept();
    answer = () => new Promise(() => undefined);
    expect((await open(isReload)).text).toBe(page('1'));
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await open(isReload)).text).toBe(page('1'));
    answer = async () => new Response('Bad gateway', { status: 502 });
    expect((await open(isReload)).text).toBe(page('1'));
  },
);

it('keeps the earlier page until every file of a new release is there', async () => {
  let isNew = false;
  const { open, kept } = startWorker(async path => {
    if (path === PAGE) return new Response(page(isNew ? '2' : '1'));
    return path.includes('pay-2') ? new Response('', { status: 404 }) : new Response(path);
  });
  await (await open()).isKept();
  isNew = true;
  const shown = await open(true);
  expect(shown.text).toBe(page('2'));
  await shown.isKept();
  expect(await kept.get(PAGE)?.clone().text()).toBe(page('1'));
});

it('shows the error of the service on a device that has no page', async () => {
  const { open } = startWorker(async () => new Response('Bad gateway', { status: 502 }));
  const shown = await open();
  expect([shown.status, await shown.isKept()]).toEqual([502, false]);
});

it('loads a file that the kept page names and the cache lacks', async () => {
  const { open, kept } = startWorker(async path => new Response(path === PAGE ? page('1') : path));
  // As an earlier release of the worker left it: the page without the files that load later.
  kept.set(PAGE, new Response(page('1')));
  kept.set('/app/assets/main-1.js', new Response('kept'));
  await (await open()).isKept();
  const files = ['main-1.css', 'main-1.js', 'pay-1.js'].map(name => `/app/assets/${name}`);
  expect([...kept.keys()].toSorted()).toEqual([...files, PAGE]);
  expect(await kept.get('/app/assets/main-1.js')?.clone().text()).toBe('kept');
});

it('loads the page once for a start and the message that follows it', async () => {
  const asked: string[] = [];
  const { open, sendLoaded, kept } = startWorker(async path => {
    asked.push(path);
    return new Response(path === PAGE ? page('1') : path);
  });
  const started = await open();
  await sendLoaded(['/app/assets/chosen-later.js']);
  await started.isKept();
  expect(asked.filter(path => path === PAGE)).toHaveLength(1);
  expect(kept.has('/app/assets/chosen-later.js')).toBe(true);
});

it('keeps the page of a first visit, which began before the worker', async () => {
  const { sendLoaded, kept } = startWorker(
    async path => new Response(path === PAGE ? page('1') : path),
  );
  await sendLoaded(['/app/assets/main-1.js']);
  const files = ['main-1.css', 'main-1.js', 'pay-1.js'].map(name => `/app/assets/${name}`);
  expect([...kept.keys()].toSorted()).toEqual([...files, PAGE]);
});

it('loads the page again after a start that could not keep it', async () => {
  let isUp = false;
  const { open, sendLoaded, kept } = startWorker(async path => {
    if (path !== PAGE) return new Response(path);
    return isUp ? new Response(page('1')) : new Response('Bad gateway', { status: 502 });
  });
  await (await open()).isKept();
  isUp = true;
  await sendLoaded([]);
  expect(kept.has(PAGE)).toBe(true);
});
