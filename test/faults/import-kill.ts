import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { photo } from '../media/support.js';
import { shopifyFile } from '../spreadsheets/files.js';
import { makeTempFolder } from '../support/postgres.js';
import { callService, freePort, type ServiceProcess, startService } from '../support/process.js';
import { pause } from './clients.js';

const PER_PRODUCT = 4;

/** A Shopify file with four variants per product, each product with a picture. */
export const bigShopifyFile = (rows: number, pictures: string): string =>
  shopifyFile(
    Array.from({ length: rows }, (_, n) => {
      const [product, size] = [Math.floor(n / PER_PRODUCT), n % PER_PRODUCT];
      return {
        Handle: `bulk-${product}`,
        ...(size === 0 && {
          Title: `Bulk ${product}`,
          'Body (HTML)': `<p>Article ${product} of many.</p>`,
          Vendor: `Brand ${product % 20}`,
          'Product Category': `Bulk > Shelf ${product % 50}`,
          'Option1 Name': 'Size',
          'Image Src': `${pictures}/${product % 7}.jpg`,
          Status: 'active',
        }),
        'Option1 Value': ['S', 'M', 'L', 'XL'][size] ?? '',
        'Variant SKU': `BULK-${product}-${size}`,
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': String(n % 9),
        'Variant Price': n % 500 === 499 ? 'wrong' : `${5 + (n % 40)}.50`,
      };
    }),
  );

/** Serves seven pictures. */
export async function startPictures(): Promise<{ url: string; close(): void }> {
  const files = await Promise.all(Array.from({ length: 7 }, () => photo(64, 64)));
  const server = createServer((request, response) => {
    response.end(files[Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)]);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

type Progress = Record<'rows' | 'created' | 'updated' | 'unchanged' | 'refused', number> & {
  id: string;
  status: string;
  progress: number;
  pictures: { done: number };
};

async function sendFile(url: string, token: string, csv: string): Promise<Progress> {
  const form = new FormData();
  form.append('store', 'DOWNTOWN');
  form.append('file', new Blob([csv]), 'bulk.csv');
  const answer = await fetch(`${url}/imports/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (answer.status !== 202) throw new Error(`the file was refused: ${await answer.text()}`);
  return (await answer.json()) as Progress;
}

async function login(url: string): Promise<string> {
  const body = { username: 'manager', password: 'manager-demo' };
  return (await callService(url, 'POST', '/auth/login/', { body })).body.access;
}

/** Waits until the import has come as far as `reached` says. */
async function until(
  url: string,
  token: string,
  id: string,
  reached: (progress: Progress) => boolean,
  pollMs = 50,
): Promise<Progress> {
  for (;;) {
    const { body } = await callService(url, 'GET', `/imports/${id}/`, { token, timeoutMs: 60_000 });
    if (reached(body)) return body;
    if (body.status === 'failed') throw new Error(`the import failed: ${body.error}`);
    await pause(pollMs);
  }
}

/** Imports the file into the demo shop of this database, which a first run creates. */
export async function importOnce(databaseUrl: string, csv: string) {
  const dataDir = await makeTempFolder();
  const service = await startService(await environment(databaseUrl, dataDir));
  try {
    const token = await login(service.url);
    const startedAt = Date.now();
    const { id } = await sendFile(service.url, token, csv);
    const isRead = ({ progress }: Progress) => progress === 100;
    await until(service.url, token, id, isRead, 1_000);
    const rowsMs = Date.now() - startedAt;
    const isDone = ({ status }: Progress) => status === 'completed';
    const done = await until(service.url, token, id, isDone, 1_000);
    const { created, updated, unchanged, refused, pictures } = done;
    const totalMs = Date.now() - startedAt;
    return { rowsMs, totalMs, created, updated, unchanged, refused, pictures };
  } finally {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const environment = async (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DEMO_DATA: 'true',
  SECRET_KEY: 'a-secret-for-tests-only-0123456789',
  PORT: String(await freePort()),
  IMPORT_PRIVATE_ADDRESSES: 'true',
});

/** Kills the service after so many rows, and again at the first picture; returns the import. */
export async function killWhileImporting(
  databaseUrl: string,
  csv: string,
  afterRows: number,
): Promise<Record<string, unknown> & { rowsAtKill: number }> {
  const dataDir = await makeTempFolder();
  const env = await environment(databaseUrl, dataDir);
  let service: ServiceProcess = await startService(env);
  try {
    const token = await login(service.url);
    const { id } = await sendFile(service.url, token, csv);
    const { rows } = await until(service.url, token, id, ({ rows }) => rows >= afterRows);
    await service.kill();
    service = await startService(env);
    await until(service.url, token, id, ({ pictures }) => pictures.done > 0);
    await service.kill();
    service = await startService(env);
    const done = await until(service.url, token, id, ({ status }) => status === 'completed');
    return { ...done, rowsAtKill: rows };
  } finally {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
