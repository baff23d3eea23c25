import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { freePort } from '../support/process.js';
import { cloneDatabase } from '../support/service.js';

it('ends on SIGTERM to `npm start`', { timeout: 120_000 }, async () => {
  const database = await cloneDatabase(DEMO_TEMPLATE);
  const port = await freePort();
  const npm = spawn('npm', ['start', '--', '--no-screens'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.url,
      PORT: `${port}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes('is ready after')) break;
  }
  const health = `http://127.0.0.1:${port}/health/`;
  expect((await fetch(health)).status).toBe(200);
  // A process that still runs would keep the pipe open.
  npm.stdout.resume();
  npm.kill('SIGTERM');
  await once(npm.stdout, 'close');
  await expect(fetch(health)).rejects.toThrow('fetch failed');
  await database.drop();
});
