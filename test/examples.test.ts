import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../src/platform/root.js';
import { openShop, type Shop } from './support/service.js';
import { read } from './support/sources.js';

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

  const run = (base: string) =>
    promisify(execFile)('sh', [join(projectRoot, 'examples/sale.sh')], {
      env: { PATH: process.env.PATH, BASE_URL: base },
    });

  /** Runs the example as if it was pasted from the README, and then asks the shell for its settings. */
  const paste = (name: string) =>
    new Promise<string>((resolve, reject) => {
      const block = read('README.md')
        .split('```sh\n')
        .find(text => text.startsWith(read(`examples/${name}.sh`)));
      const pasted = (block ?? '').split('```')[0];
      const env = { PATH: process.env.PATH, BASE_URL: url };
      const shell = execFile('sh', ['-s'], { env }, (error, out) =>
        error === null ? resolve(out) : reject(error),
      );
      shell.stdin?.end(
        `before=$-\n${pasted}[ "$before" = "$-" ] && echo The shell is as before.\n`,
      );
    });

  it('sell, give change and void', async () => {
    const stdout = await paste('sale');
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
    expect(lines.at(-1)).toBe('The shell is as before.');
    const sale = await shop.platform.db
      .selectFrom('transactions')
      .select(['status', 'total_amount', 'change_due'])
      .where('transaction_number', '=', number ?? '')
      .executeTakeFirst();
    expect(sale).toEqual({ status: 'voided', total_amount: '45.06', change_due: '4.94' });
  });

  it('order from the web shop, with and without a card challenge', async () => {
    expect(await paste('checkout')).toBe(
      'total: 18.53\nthe order: completed\ntotal after the challenge: 18.53\nThe shell is as before.\n',
    );
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
