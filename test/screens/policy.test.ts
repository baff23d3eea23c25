import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { openShop, type Shop } from '../support/service.js';

const WEB = join(projectRoot, 'dist/web');
/** Other tests may be building the screens; the build writes its stamp last. */
const built = existsSync(join(projectRoot, 'dist/web-stamp'));
const SCREENS = ['register', 'desk', 'shop', 'display'] as const;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const policyOf = async (path: string): Promise<string> =>
  String((await shop.call('GET', path)).headers['content-security-policy']);

describe('the policy of a page', () => {
  it.each(['/', '/health/', '/docs/', '/auth/me/', '/nowhere/'])(
    '%s allows no inline code',
    async path => {
      const policy = await policyOf(path);
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    },
  );

  it.each(['/', '/health/'])('%s allows exactly its own style', async path => {
    const page = await shop.call('GET', path);
    const styles = [...page.text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? '');
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256')
      .update(styles[0] ?? '')
      .digest('base64');
    expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(page.text).not.toMatch(/\sstyle="|\son\w+="|<script/);
  });

  it.runIf(built).each(SCREENS)('%s names a nonce that no other answer has', async screen => {
    const nonces = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const page = await shop.call('GET', `/app/${screen}/`);
      const policy = String(page.headers['content-security-policy']);
      const nonce = /style-src 'self' 'nonce-([A-Za-z0-9+/]{24})'/.exec(policy)?.[1] ?? '';
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`);
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
      expect(page.text).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
      expect(page.text).not.toContain('__CSP_NONCE__');
      // A stored page must not meet the header of a later answer.
      expect([page.headers.etag, page.headers['last-modified']]).toEqual([undefined, undefined]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it.runIf(built)('lets only pages of this host show the card form', async () => {
    const { headers } = await shop.call('GET', '/app/card-frame/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'self'$/);
    expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(await policyOf('/app/shop/')).toContain("frame-src 'self';");
    expect(await policyOf('/app/desk/')).not.toContain('frame-src');
  });

  it.runIf(built)('index.html has a nonce too', async () => {
    expect(await policyOf('/app/desk/index.html')).toContain("'nonce-");
    expect((await shop.call('GET', '/app/desk/index.html')).text).not.toContain('__CSP_NONCE__');
  });
});

describe.runIf(built)('the files of a screen', () => {
  const hashOf = (name: string): string =>
    `sha384-${createHash('sha384')
      .update(readFileSync(join(WEB, name)))
      .digest('base64')}`;

  it.each(SCREENS)('%s all have a hash in the page', async screen => {
    const { text } = await shop.call('GET', `/app/${screen}/`);
    const tags = [
      ...text.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/app\/([^"]+\.(?:js|css))"[^>]*>/g),
    ];
    expect(tags.length).toBeGreaterThan(1);
    for (const [tag, name = ''] of tags) expect(tag).toContain(`integrity="${hashOf(name)}"`);
    const map = JSON.parse(/<script type="importmap"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '{}');
    const chunks = Object.entries(map.integrity);
    for (const [path, hash] of chunks) expect(hash).toBe(hashOf(path.replace('/app/', '')));
    expect(text.indexOf('importmap')).toBeLessThan(text.indexOf('type="module"'));
  });

  it('are all named by one of the pages', async () => {
    const pages = await Promise.all(
      [...SCREENS, 'card-frame'].map(screen => shop.call('GET', `/app/${screen}/`)),
    );
    const text = pages.map(page => page.text).join('');
    const files = readdirSync(join(WEB, 'assets')).filter(name => /\.(js|css)$/.test(name));
    expect(files.filter(name => !text.includes(name))).toEqual([]);
  });
});
