import { existsSync } from 'node:fs';
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
  it('leads to every screen and to the reference, without a script', async () => {
    const page = await shop.call('GET', '/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    for (const href of ['/app/register/', '/app/desk/', '/app/shop/', '/docs/']) {
      expect(page.text).toContain(`href="${href}"`);
    }
  });

  it('is where /app/ leads', async () => {
    const page = await shop.call('GET', '/app/');
    expect([page.status, page.headers.location]).toEqual([302, '/']);
  });
});

describe('addresses in mails', () => {
  it('keep leading to the order', async () => {
    const page = await shop.call('GET', '/app/order');
    expect([page.status, page.headers.location]).toEqual([302, '/app/shop/order']);
  });
});

describe('a screen', () => {
  // Tests beside this one may be building the screens: their stamp is written when all is there.
  const built = existsSync(join(projectRoot, 'dist/web-stamp'));
  const hasPage = () => existsSync(join(projectRoot, 'dist/web/register/index.html'));

  it.skipIf(built)('that is not built says so', async ({ skip }) => {
    const page = await shop.call('GET', '/app/register/');
    skip(hasPage(), 'built meanwhile');
    expect(page.status).toBe(503);
    expect(page.text).toContain('npm run build');
  });

  it('has no file under a name that no file can have', async () => {
    for (const name of ['%00.js', `${'a'.repeat(300)}.js`]) {
      const { status } = await shop.call('GET', `/app/assets/${name}`);
      expect(status).toBe(hasPage() ? 404 : 503);
    }
  });

  it.runIf(built)('answers its page for every path inside it, never from a cache', async () => {
    const page = await shop.call('GET', '/app/shop/products/white-mug');
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('<div id="root">');
  });

  it.runIf(built)('has assets that are kept for ever, packed for who takes that', async () => {
    const page = await shop.call('GET', '/app/register');
    const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    const asset = await shop.call('GET', script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.status).toBe(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('br');
  });

  it.runIf(built)('does not make a missing asset last', async () => {
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
