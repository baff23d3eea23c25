import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

describe('the front page', () => {
  it('links to every screen and to the API reference, without scripts', async () => {
    const page = await shop.call('GET', '/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    for (const href of ['/app/register/', '/app/desk/', '/app/shop/', '/docs/']) {
      expect(page.text).toContain(`href="${href}"`);
    }
  });

  it('of the demo shop says how to start a shop of one’s own', async () => {
    expect((await shop.call('GET', '/')).text).toContain(
      '<code>DATA_DIR=.my-shop DEMO_DATA=false npm start</code>',
    );
  });

  it('is the web shop where the operator wants so, with the tags of the link', async () => {
    const env = { FRONT_PAGE: 'shop', DEMO_DATA: 'false' };
    const own = await openShop({ background: false, demo: false, env });
    try {
      const page = await own.call('GET', '/?utm_source=mail');
      expect([page.status, page.headers.location]).toEqual([302, '/app/shop/?utm_source=mail']);
    } finally {
      await own.close();
    }
  });

  it('has the file of Apple Pay as it is now, where the operator names one', async () => {
    const path = '/.well-known/apple-developer-merchantid-domain-association';
    expect((await shop.call('GET', path)).status).toBe(404);
    const file = join(await mkdtemp(join(tmpdir(), 'apple-pay-')), 'association');
    await writeFile(file, '7B227073704964223A22');
    const env = { APPLE_PAY_DOMAIN_FILE: file, DEMO_DATA: 'false' };
    const own = await openShop({ background: false, demo: false, env });
    try {
      const first = await own.call('GET', path);
      expect([first.status, first.text]).toEqual([200, '7B227073704964223A22']);
      expect(first.headers['content-type']).toBe('text/plain; charset=utf-8');
      await writeFile(file, '7B22');
      expect((await own.call('GET', path)).text).toBe('7B22');
      await rm(file);
      expect((await own.call('GET', path)).status).toBe(404);
    } finally {
      await own.close();
    }
  });

  it('is where /app/ redirects to', async () => {
    const page = await shop.call('GET', '/app/');
    expect([page.status, page.headers.location]).toEqual([302, '/']);
  });
});

describe('links in emails', () => {
  it('redirect to the order page', async () => {
    const page = await shop.call('GET', '/app/order');
    expect([page.status, page.headers.location]).toEqual([302, '/app/shop/order']);
  });
});

describe('a screen', () => {
  // Other tests may be building the screens; the build writes its stamp last.
  const built = existsSync(join(projectRoot, 'dist/web-stamp'));
  const hasPage = () => existsSync(join(projectRoot, 'dist/web/register/index.html'));

  it.skipIf(built)('that is not built returns 503 with a hint', async ({ skip }) => {
    const page = await shop.call('GET', '/app/register/');
    skip(hasPage(), 'built meanwhile');
    expect(page.status).toBe(503);
    expect(page.text).toContain('npm run build');
  });

  it('returns 404 for an impossible file name', async () => {
    for (const name of ['%00.js', `${'a'.repeat(300)}.js`]) {
      const { status } = await shop.call('GET', `/app/assets/${name}`);
      expect(status).toBe(hasPage() ? 404 : 503);
    }
  });

  it.runIf(built)('of a production service with the sandbox says so', async () => {
    expect((await shop.call('GET', '/app/shop/')).text).not.toContain('<meta name="sandbox"');
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://unused/unused' };
    const sandboxed = await openShop({ background: false, env: { ...env, ALLOW_SANDBOX: 'true' } });
    try {
      for (const name of ['shop', 'desk', 'register']) {
        const page = await sandboxed.call('GET', `/app/${name}/`);
        expect(page.text).toContain('<head><meta name="sandbox" />');
      }
    } finally {
      await sandboxed.close();
    }
  });

  it.runIf(built)('serves its page for every path inside it, without caching', async () => {
    const page = await shop.call('GET', '/app/desk/products/white-mug');
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('<div id="root">');
  });

  it.runIf(built)('serves assets as immutable and compressed', async () => {
    const page = await shop.call('GET', '/app/register');
    const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    const asset = await shop.call('GET', script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.status).toBe(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('br');
  });

  it.runIf(built)('does not cache a missing asset', async () => {
    const asset = await shop.call('GET', '/app/assets/gone-00000000.js');
    expect(asset.status).toBe(404);
    expect(asset.headers['cache-control']).toBe('no-store');
    const outside = await shop.call('GET', '/app/register/..%2f..%2f..%2fpackage.json');
    expect(outside.status).toBe(404);
  });

  it('that does not exist is not found', async () => {
    const page = await shop.call('GET', '/app/nowhere/');
    expect([page.status, page.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
