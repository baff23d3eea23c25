import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import { projectRoot } from '../../src/platform/root.js';
import { findProgram, programOrSkip } from './debian.js';
import { openShop, type Shop, type ShopOptions } from './service.js';

/** Chromium without windows: the same engine, with a third less processor time per page. */
const CHROMIUM = {
  command: 'chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
  alternative: 'chromium',
};
/** Chromium obeys only the last --disable-features, so this list repeats Playwright's. */
const FEATURES_OFF = [
  // Address bar suggestions are pages of their own. Headless they are invisible, yet for each new
  // context they cost more than the tested page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];
const SCREENSHOTS = join(projectRoot, 'test/browser/screenshots');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const TIMEOUT_MS = 120_000;

export type Scheme = 'light' | 'dark';

export type OpenOptions = {
  scheme?: Scheme;
  locale?: string;
  viewport?: { width: number; height: number };
  /** `false`: scripts of the page do not run. */
  scripts?: boolean;
  /** Opens another page in this context, with the same storage and cookies. */
  context?: BrowserContext;
  /** Initial localStorage entries of a new context. */
  kept?: Record<string, string>;
  /** A request path; `open` waits for its response. */
  needs?: string;
  /** The test provokes problems in this context, so they do not fail `close`. */
  provokes?: boolean;
};

/** A shop that listens on a port, and Chromium to open its pages. */
export type Screens = {
  shop: Shop;
  url: string;
  /**
   * Opens a page in a new context, which closes when the test ends. Console errors, uncaught
   * exceptions and requests to other hosts fail `close`.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
};

/** Whether browser tests can run here. */
export const browserOrSkip = (): Promise<boolean> => programOrSkip(CHROMIUM, 'BROWSER TESTS');

/** `localPort`: the pages are at http://localhost, because a passkey belongs to a host name. */
export async function openScreens(
  options: ShopOptions & { localPort?: number } = {},
): Promise<Screens> {
  await buildWeb();
  const { localPort: port, env } = options;
  const named = port === undefined ? undefined : `http://localhost:${port}`;
  const shop = await openShop({ ...options, env: { ...(named && { PUBLIC_URL: named }), ...env } });
  const url = await shop.app.listen({ host: '127.0.0.1', port: port ?? 0 }).then(at => named ?? at);
  const problems = new Set<string>();
  const contexts = new Set<BrowserContext>();
  const trackedContext = async (how: OpenOptions): Promise<BrowserContext> => {
    const context = await newContext(how);
    contexts.add(context);
    if (!how.provokes) collectProblems(context, url, problems);
    return context;
  };
  return {
    shop,
    url,
    open: async (path, how = {}) => {
      const context = how.context ?? (await trackedContext(how));
      const page = await context.newPage();
      // An open page keeps polling and slows down the following tests.
      if (getCurrentTest()) {
        onTestFinished(async ({ task }) => {
          if (task.result?.state === 'fail') await printPage(page);
          await (how.context ? page : context).close();
        });
      }
      const answered = how.needs && page.waitForResponse(url + how.needs);
      await page.goto(url + path);
      await answered;
      return page;
    },
    close: async () => {
      await Promise.all([...contexts].map(context => context.close()));
      await shop.close();
      if (problems.size > 0)
        throw new Error(`The pages had problems:\n${[...problems].join('\n')}`);
    },
  };
}

let launched: Promise<Browser> | undefined;

/** One browser for all files of this process; it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  launched ??= (async () => {
    const executablePath = await findProgram(CHROMIUM);
    return chromium.launch({ executablePath, args: FLAGS });
  })();
  return launched;
}

async function newContext(how: OpenOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    colorScheme: how.scheme ?? 'light',
    locale: how.locale ?? 'en-US',
    viewport: how.viewport ?? { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    javaScriptEnabled: how.scripts ?? true,
  } satisfies BrowserContextOptions);
  context.setDefaultTimeout(TIMEOUT_MS);
  // about:blank has no localStorage.
  if (how.kept) {
    const kept = JSON.stringify(how.kept);
    await context.addInitScript(`
      if (location.protocol === 'http:' && localStorage.length === 0)
        Object.assign(localStorage, ${kept});
    `);
  }
  return context;
}

/** Prints what a failed test has left on its page. */
async function printPage(page: Page): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
  console.log(`${page.url()} shows:\n${shown}`);
}

/** Records uncaught exceptions, console errors and requests to other hosts. */
function collectProblems(context: BrowserContext, url: string, problems: Set<string>): void {
  context.on('weberror', error => problems.add(`uncaught: ${error.error().stack}`));
  context.on('console', message => {
    if (message.type() !== 'error') return;
    // Chromium logs every failed request as an error; some tests provoke failures.
    if (/^Failed to load resource|WebSocket connection to/.test(message.text())) return;
    problems.add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('request', request => {
    const requested = request.url();
    if (!requested.startsWith(url) && !/^(data|blob|about):/.test(requested)) {
      problems.add(`request to another host: ${requested}`);
    }
  });
}

let built: Promise<void> | undefined;

/** Builds the screens; the build script skips the work when dist is up to date. */
function buildWeb(): Promise<void> {
  built ??= (async () => {
    const child = spawn(process.execPath, [join(projectRoot, 'tools/build.mjs')], {
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('the build of the screens failed');
  })();
  return built;
}

/** Saves a screenshot for review; git ignores the folder, and CI takes none. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.CI === 'true') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** The same page in both schemes: `<name>-light.png` and `<name>-dark.png`. */
export async function screenshotBothSchemes(page: Page, name: string): Promise<void> {
  if (process.env.CI === 'true') return;
  for (const scheme of ['dark', 'light'] as const) {
    await chooseScheme(page, scheme);
    await transitionsEnd(page);
    await takeScreenshot(page, `${name}-${scheme}`);
  }
}

/** Shows the page in another scheme without loading it again. */
export async function chooseScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
}

/** Waits for CSS transitions: colours half-way through one belong to neither scheme. */
const transitionsEnd = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter(one => one instanceof CSSTransition)
    .map(one => one.finished.catch(() => undefined)))`);

type Violation = {
  id: string;
  impact: string | null;
  nodes: { target: unknown[]; failureSummary?: string }[];
};

/** The costliest rule of axe by far, and the only one whose result depends on the colour scheme. */
const CONTRAST = 'color-contrast';
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

export type AxeOptions = {
  /** What is checked while no dialog is open. */
  part?: string;
  /** `false`: all rules but the contrast of texts, `'only'`: nothing else. */
  contrast?: boolean | 'only';
};

/**
 * The serious and critical violations that axe finds, one line each. While a dialog is open, only
 * the dialog is checked, otherwise the page or a part of it.
 */
export async function axeProblems(
  page: Page,
  { part = 'html', contrast = true }: AxeOptions = {},
): Promise<string[]> {
  const loaded = await page.evaluate(() => 'axe' in globalThis);
  // page.evaluate works where the content security policy forbids an inline script.
  if (!loaded) await page.evaluate(readFileSync(AXE, 'utf8'));
  await transitionsEnd(page);
  const rules = JSON.stringify({
    runOnly: contrast === 'only' ? { type: 'rule', values: [CONTRAST] } : TAGS,
    ...(contrast === false && { rules: { [CONTRAST]: { enabled: false } } }),
  });
  const violations: Violation[] = await page.evaluate(`(async () => {
    const place = document.querySelector('[role="dialog"]') ?? document.querySelector('${part}');
    const options = { ...${rules}, resultTypes: ['violations'], preload: false, iframes: false };
    return (await axe.run(place, options)).violations;
  })()`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
}

export type { BrowserContext, Page } from 'playwright-core';
