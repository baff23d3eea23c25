import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it, onTestFailed } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { photo } from '../media/support.js';
import { testConfig } from '../support/config.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { makeTempFolder } from '../support/postgres.js';
import { callService, freePort } from '../support/process.js';
import { cloneDatabase } from '../support/service.js';

/** The PDF library reads its fonts from files, which a bundle does not contain. */
async function readLabel(url: string): Promise<string> {
  const login = await callService(url, 'POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  const query = 'variants=MUG-WHITE&store=DOWNTOWN&format=pdf';
  const label = await callService(url, 'GET', `/labels/?${query}`, { token: login.body.access });
  return String(label.body).slice(0, 5);
}

/** The image library is native code, which a bundle does not contain. */
async function resizePicture(url: string): Promise<string> {
  const login = await callService(url, 'POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  const headers = { authorization: `Bearer ${login.body.access}` };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo(500, 400))]), 'photo.jpg');
  const answer = await fetch(`${url}/media/`, { method: 'POST', headers, body: form });
  const { variants } = (await answer.json()) as { variants: { url: string }[] };
  const file = await fetch(`${url}${variants[0]?.url}`);
  const { width, height, format } = await sharp(await file.arrayBuffer()).metadata();
  return `${format} ${width} × ${height}`;
}

/** A bundle puts all modules into one scope, where one can take a name of another. */
async function deleteTask(url: string): Promise<number> {
  const login = await callService(url, 'POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  const token = login.body.access;
  const body = { task_id: 'START-1', title: 'Sweep', store: 'DOWNTOWN', priority: 'low' };
  await callService(url, 'POST', '/tasks/', { token, body });
  return (await callService(url, 'DELETE', '/tasks/START-1/', { token })).status;
}

it('prints a price tag, resizes a picture, deletes a task and ends on SIGTERM to `npm start`', async () => {
  const database = await cloneDatabase(DEMO_TEMPLATE);
  const folder = await makeTempFolder();
  const port = await freePort();
  const npm = spawn('npm', ['start', '--', '--no-screens'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: `${port}`,
      SECRET_KEY: testConfig().secretKey,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFailed(() => void npm.kill());
  for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes('is ready after')) break;
  }
  const url = `http://127.0.0.1:${port}`;
  const health = `${url}/health/`;
  expect((await fetch(health)).status).toBe(200);
  expect(await readLabel(url)).toBe('%PDF-');
  expect(await resizePicture(url)).toBe('heif 160 × 128');
  expect(await deleteTask(url)).toBe(204);
  // A process that still runs would keep the pipe open.
  npm.stdout.resume();
  npm.kill('SIGTERM');
  await once(npm.stdout, 'close');
  await expect(fetch(health)).rejects.toThrow('fetch failed');
  await database.drop();
  await rm(folder, { recursive: true });
});

it('names a port that is in use before it starts anything else', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const start = spawn(process.execPath, ['tools/start.mjs', '--no-screens'], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, DATA_DIR: '/nowhere/at/all', PORT: `${port}`, SECRET_KEY: 'k' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed = await text(start.stderr);
  expect(printed).toBe(
    `Tillhouse did not start. Port ${port} is in use; set PORT to another one.\n`,
  );
  other.close();
});

describe('a start that cannot work says so in one sentence', () => {
  const startPrints = async (cwd: string, flags: string[] = []): Promise<string> => {
    const start = spawn(process.execPath, [...flags, 'tools/start.mjs'], {
      cwd,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return text(start.stderr);
  };

  it('on an old version of Node', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })`;
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(old)}`];
    expect(await startPrints(projectRoot, flags)).toBe(
      'Tillhouse needs Node 20.19 or newer; this is Node 20.18.3.\n',
    );
  });

  it('where the build cannot be written', async () => {
    const checkout = await mkdtemp(join(tmpdir(), 'tillhouse-'));
    await mkdir(join(checkout, 'tools'));
    await mkdir(join(checkout, 'src'));
    const tools = ['start', 'build', 'require-node', 'require-port'].map(
      name => `tools/${name}.mjs`,
    );
    for (const name of ['package-lock.json', ...tools]) {
      await copyFile(join(projectRoot, name), join(checkout, name));
    }
    await writeFile(join(checkout, 'dist'), 'a file where the folder should be');
    expect(await startPrints(checkout)).toBe(
      'Tillhouse is not built, and its folder dist cannot be written (EEXIST). ' +
        'Run "npm run build" as the owner of the folder.\n',
    );
    await rm(checkout, { recursive: true });
  });
});
