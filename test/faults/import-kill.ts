import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../../src/platform/database/connect.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { photo } from '../media/support.js';
import { shopifyFile } from '../spreadsheets/files.js';
import { callService, freePort, type ServiceProcess, startService } from '../support/process.js';
import { pause } from './clients.js';

const PER_PRODUCT = 4;

const unitsOf = (n: number): number => n % 9;
/** One row in 500 has a wrong price. */
const isWrong = (n: number): boolean => n % 500 === 499;

/** What the shop has after a file of so many rows. */
export function goodsOfFile(rows: number) {
  const right = Array.from({ length: rows }, (_, n) => n).filter(n => !isWrong(n));
  const products = Math.ceil(rows / PER_PRODUCT);
  const units = right.reduce((sum, n) => sum + unitsOf(n), 0);
  return { products, variants: right.length, units, pictures: products };
}

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
        'Variant Inventory Qty': String(unitsOf(n)),
        'Variant Price': isWrong(n) ? 'wrong' : `${5 + (n % 40)}.50`,
      };
    }),
  );

/** Serves seven pictures, and counts how often. */
export async function startPictures() {
  const files = await Promise.all(Array.from({ length: 7 }, () => photo(64, 64)));
  let served = 0;
  const server = createServer((request, response) => {
    served += 1;
    response.end(files[Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)]);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    served: () => served,
    close: () => void server.close(),
  };
}

/** What an import leaves, without ids and times. */
export type Goods = {
  slug: string;
  sku: string;
  price: string;
  on_hand: number | null;
  movements: number;
  pictures: number;
};

/** All variants of the file by SKU. */
export async function importedGoods(url: string): Promise<Goods[]> {
  const { db, close } = connect(url, { poolSize: 1, log: createLog('silent') });
  try {
    return await statement<Goods>(
      db,
      `select p.slug, p.name, p.description, p.options, b.name as brand, c.slug as category, v.sku,
         v.name as variant, v.price, v.attributes, l.on_hand,
         (select count(*)::integer from stock_movements m where m.variant_id = v.id) as movements,
         (select count(*)::integer from product_pictures i where i.product_id = p.id) as pictures
       from products p
       join product_variants v on v.product_id = p.id
       left join brands b on b.id = p.brand_id
       left join categories c on c.id = p.category_id
       left join inventory_levels l on l.variant_id = v.id
       where p.slug like 'bulk-%' order by v.sku`,
    );
  } finally {
    await close();
  }
}

export type Progress = Record<'rows' | 'created' | 'updated' | 'unchanged' | 'refused', number> & {
  id: string;
  status: string;
  /** Percentage of the file. */
  progress: number;
  pictures: Record<'total' | 'done' | 'failed', number>;
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

const environment = async (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DEMO_DATA: 'true',
  SECRET_KEY: 'a-secret-for-tests-only-0123456789',
  PORT: String(await freePort()),
  IMPORT_PRIVATE_ADDRESSES: 'true',
});

export type Course = {
  /** The service is killed and started again when the import has come so far, in this order. */
  killAt?: readonly ((progress: Progress) => boolean)[];
  /** Called with every progress that is read, and whether the service is killed after it. */
  onProgress?: (progress: Progress, isKilled: boolean) => void;
  pollMs?: number;
};

export type Imported = {
  done: Progress;
  /** The progress before each kill. */
  kills: Progress[];
  rowsMs: number;
  totalMs: number;
};

/** Imports the file into the demo shop of this database, which a first run creates. */
export async function importFile(
  place: { databaseUrl: string; dataDir: string },
  csv: string,
  { killAt = [], onProgress, pollMs = 50 }: Course = {},
): Promise<Imported> {
  const env = await environment(place.databaseUrl, place.dataDir);
  let service: ServiceProcess = await startService(env);
  try {
    let token = await login(service.url);
    const startedAt = Date.now();
    const { id } = await sendFile(service.url, token, csv);
    const kills: Progress[] = [];
    let rowsMs = 0;
    for (;;) {
      const path = `/imports/${id}/`;
      const answer = await callService(service.url, 'GET', path, { token, timeoutMs: 60_000 });
      if (answer.status !== 200) throw new Error(`no progress: ${JSON.stringify(answer.body)}`);
      const seen: Progress = answer.body;
      if (seen.status === 'failed') throw new Error(`the import failed: ${answer.body.error}`);
      const isKilled = seen.status !== 'completed' && killAt[kills.length]?.(seen) === true;
      onProgress?.(seen, isKilled);
      if (rowsMs === 0 && seen.progress === 100) rowsMs = Date.now() - startedAt;
      if (seen.status === 'completed')
        return { done: seen, kills, rowsMs, totalMs: Date.now() - startedAt };
      if (isKilled) {
        kills.push(seen);
        await service.kill();
        service = await startService(env);
        token = await login(service.url);
      }
      await pause(pollMs);
    }
  } finally {
    await service.kill();
  }
}
