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

const CHROMIUM = { command: 'chromium', debianPackage: 'chromium' };
/** Of two such lists Chromium obeys the last, so Playwright's own has to be said again. */
const FEATURES_OFF = [
  // The address bar's suggestions are pages of their own; without a window nobody sees them, and
  // for each new device they cost more than the page itself.
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

const PATIENCE_MS = 30_000;

export type Scheme = 'light' | 'dark';

export type OpenOptions = {
  scheme?: Scheme;
  locale?: string;
  viewport?: { width: number; height: number };
  /** Another page of the same person: same storage, same cookies. */
  context?: BrowserContext;
  /** What the device has kept from before, by its key in localStorage. */
  kept?: Record<string, string>;
  /** A call whose answer the page needs before anybody works with it. */
  needs?: string;
};

/** A shop that listens on a port, and people who look at it through Chromium. */
export type Screens = {
  shop: Shop;
  url: string;
  /**
   * A new person at a new device, who leaves when the test ends. Whatever their page does wrong
   * fails `close`.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
};

/** Whether browser tests can run here. */
export const browserOrSkip = (): Promise<boolean> => programOrSkip(CHROMIUM, 'BROWSER TESTS');

export async function openScreens(options: ShopOptions = {}): Promise<Screens> {
  await buildWeb();
  const shop = await openShop(options);
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const problems = new Set<string>();
  const contexts = new Set<BrowserContext>();
  const newDevice = async (how: OpenOptions): Promise<BrowserContext> => {
    const context = await newContext(how);
    contexts.add(context);
    watch(context, url, problems);
    return context;
  };
  return {
    shop,
    url,
    open: async (path, how = {}) => {
      const context = how.context ?? (await newDevice(how));
      const page = await context.newPage();
      // Pages left open would go on asking, and slow down the tests that follow.
      if (getCurrentTest()) onTestFinished(() => (how.context ? page : context).close());
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

/** One for all files of this process; it ends with the process. */
function theBrowser(): Promise<Browser> {
  launched ??= (async () => {
    const executablePath = await findProgram(CHROMIUM);
    return chromium.launch({ executablePath, args: FLAGS });
  })();
  return launched;
}

async function newContext(how: OpenOptions): Promise<BrowserContext> {
  const browser = await theBrowser();
  const context = await browser.newContext({
    colorScheme: how.scheme ?? 'light',
    locale: how.locale ?? 'en-US',
    viewport: how.viewport ?? { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
  } satisfies BrowserContextOptions);
  context.setDefaultTimeout(PATIENCE_MS);
  // A page that is still empty has no storage.
  if (how.kept) {
    const kept = JSON.stringify(how.kept);
    await context.addInitScript(`
      if (location.protocol === 'http:' && localStorage.length === 0)
        Object.assign(localStorage, ${kept});
    `);
  }
  return context;
}

/** What a page must never do: break, complain, or call somebody else. */
function watch(context: BrowserContext, url: string, problems: Set<string>): void {
  context.on('weberror', error => problems.add(`uncaught: ${error.error().stack}`));
  context.on('console', message => {
    if (message.type() !== 'error') return;
    // The browser reports every refused or lost call as an error; the screens expect some of them.
    if (/^Failed to load resource|WebSocket connection to/.test(message.text())) return;
    problems.add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('request', request => {
    const asked = request.url();
    if (!asked.startsWith(url) && !/^(data|blob|about):/.test(asked)) {
      problems.add(`asked another host: ${asked}`);
    }
  });
}

let built: Promise<void> | undefined;

/** Once per run; a stamp makes the second file's build an empty one. */
function buildWeb(): Promise<void> {
  built ??= (async () => {
    const child = spawn(process.execPath, [join(projectRoot, 'tools/build.mjs')], {
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('the screens could not be built');
  })();
  return built;
}

/** Kept beside the tests for people to look at; git ignores them, and in CI nobody looks. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.CI === 'true') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** The same page in both schemes: `<name>-light.png` and `<name>-dark.png`. */
export async function shootBoth(page: Page, name: string): Promise<void> {
  if (process.env.CI === 'true') return;
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
    await fadedOver(page);
    await shoot(page, `${name}-${scheme}`);
  }
}

/** Colours fade over; half-way they are those of neither side. */
const fadedOver = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter(one => one instanceof CSSTransition)
    .map(one => one.finished.catch(() => undefined)))`);

type Violation = {
  id: string;
  impact: string | null;
  nodes: { target: unknown[]; failureSummary?: string }[];
};

/**
 * What axe calls serious or critical, one line each; a good page gives an empty list. An open
 * dialog is looked at alone: the page behind it has its own turn.
 */
export async function axeProblems(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() => 'axe' in globalThis);
  // Through the debugger, because the policy of the page allows no script of ours inline.
  if (!loaded) await page.evaluate(readFileSync(AXE, 'utf8'));
  await fadedOver(page);
  const violations: Violation[] = await page.evaluate(`(async () => {
    const place = document.querySelector('[role="dialog"]') ?? document;
    const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
    const options = { resultTypes: ['violations'], runOnly: rules, preload: false, iframes: false };
    return (await axe.run(place, options)).violations;
  })()`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
}

export type { BrowserContext, Page } from 'playwright-core';
