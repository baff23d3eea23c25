import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../src/platform/root.js';
import { openShop, type Shop } from './support/service.js';

const hasCurl = ((): boolean => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasCurl)('the examples', () => {
  let shop: Shop;
  let url: string;
  beforeAll(async () => {
    shop = await openShop();
    url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => shop.close());

  const run = (base: string, name = 'sale') =>
    promisify(execFile)('sh', [join(projectRoot, `examples/${name}.sh`)], {
      env: { PATH: process.env.PATH, BASE_URL: base },
    });

  it('sell, give change and void', async () => {
    const { stdout } = await run(url);
    const lines = stdout.trimEnd().split('\n');
    const [number] = (lines[0] ?? '').split(':');
    expect(number).toMatch(/^TXN-\d{8}-[0-9A-F]{8}$/);
    expect(lines.filter(line => /^(change|TXN-[\dA-F-]+): /.test(line))).toEqual([
      `${number}: pending`,
      `${number}: completed`,
      'change: 4.94',
      `${number}: voided`,
    ]);
    expect(lines).toContain('TOTAL USD                            45.06');
    const sale = await shop.platform.db
      .selectFrom('transactions')
      .select(['status', 'total_amount', 'change_due'])
      .where('transaction_number', '=', number ?? '')
      .executeTakeFirst();
    expect(sale).toEqual({ status: 'voided', total_amount: '45.06', change_due: '4.94' });
  });

  it('order from the web shop, with and without a card challenge', async () => {
    const { stdout } = await run(url, 'checkout');
    expect(stdout).toBe('total: 18.53\nthe order: completed\ntotal after the challenge: 18.53\n');
  });

  it('sell from a TypeScript program', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'examples/sell.ts')],
      { cwd: projectRoot, env: { PATH: process.env.PATH, BASE_URL: url } },
    );
    expect(stdout).toBe('completed, change 6.47\n');
  });

  it('fail when the service refuses', async () => {
    await expect(run(`${url}/elsewhere`)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"code":"NOT_FOUND"'),
    });
  });
});
