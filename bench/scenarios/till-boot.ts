import { statement } from '../../src/platform/database/tx.js';
import { type Bench, onBothCores, type Row } from '../bench.js';
import { growCatalogue, skuOf, VARIANTS_PER_PRODUCT, wordOf } from '../catalogue.js';
import { growthRow } from '../growth.js';
import { measureRegister } from '../register-screen.js';

const VARIANTS = 100_000;
const ROUNDS = 5;

/** How long a till waits for its catalogue: all of it, the same again, one change, and on its screen. */
export async function tillBoot(bench: Bench): Promise<Row[]> {
  const variants = bench.quick ? 2_000 : VARIANTS;
  await growCatalogue(bench, variants);
  const token = await bench.till('T-BOOT');
  const first = [];
  const kept = [];
  const changes = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // A new version, so that the service has nothing compressed yet.
    await touch(bench, skuOf(round));
    const full = await load(bench, token);
    if (full.variants < variants) throw new Error(`${full.variants} variants were sent`);
    first.push(full);
    kept.push(await load(bench, token));
    await touch(bench, skuOf(round));
    const delta = await load(bench, token, full.version);
    if (delta.variants !== 1) throw new Error(`${delta.variants} variants were sent as changed`);
    changes.push(delta);
  }
  const row = (name: string, loads: readonly Load[]): Row => {
    const worst = Math.max(...loads.map(({ ms }) => ms));
    const bytes = loads[0]?.bytes ?? 0;
    return growthRow(
      name,
      `${variants} variants, brotli`,
      `${worst.toFixed(0)} ms at most, ${(bytes / 1_048_576).toFixed(2)} MB`,
    );
  };
  return [
    { ...row('first snapshot', first), target: '< 3 s' },
    row('snapshot that another till has loaded', kept),
    row('change of one variant', changes),
    ...(await screenRows(bench, variants)),
  ];
}

/** The same as a cashier sees it. */
async function screenRows({ service }: Bench, variants: number): Promise<Row[]> {
  const skus = Array.from({ length: ROUNDS }, (_, n) => skuOf(Math.floor((variants * n) / ROUNDS)));
  // The till shows the first products before anybody searches.
  const products = variants / VARIANTS_PER_PRODUCT;
  const words = Array.from({ length: ROUNDS }, (_, n) =>
    wordOf(Math.floor((products * (n + 1)) / (ROUNDS + 1))),
  );
  const figures = await onBothCores(() => measureRegister(service.url, { skus, words }, ROUNDS));
  const measured = `${variants} variants, Chromium`;
  const most = (all: readonly number[]): string => `${Math.max(...all).toFixed(0)} ms at most`;
  const line = (name: string, value: string, target: string): Row => ({
    ...growthRow(name, measured, value),
    target,
  });
  return [
    line('first start, from the sign-in', `${figures.firstStartMs.toFixed(0)} ms`, '< 3 s'),
    line('later start', most(figures.laterStarts.map(({ ms }) => ms)), '< 1 s'),
    line('its main thread', most(figures.laterStarts.map(({ busyMs }) => busyMs)), '-'),
    line(
      'calls of the service before its tiles',
      String(Math.max(...figures.laterStarts.map(({ requests }) => requests))),
      '0',
    ),
    line('reload', most(figures.reloadMs), '-'),
    line('first search after the start', most(figures.searchMs.slice(0, 1)), '< 50 ms'),
    line('later searches', most(figures.searchMs.slice(1)), '< 50 ms'),
    line('searches for a word', most(figures.wordMs), '< 50 ms'),
    line('searches with a typing mistake', most(figures.typoMs), '< 50 ms'),
    line('memory', `${(figures.heapBytes / 1_048_576).toFixed(0)} MB`, '< 150 MB'),
  ];
}

type Load = { ms: number; bytes: number; version: string; variants: number };

async function load({ service }: Bench, token: string, since?: string): Promise<Load> {
  const start = performance.now();
  const query = since === undefined ? '' : `?since=${since}`;
  const response = await fetch(`${service.url}/pos/catalog/${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
  });
  if (response.status !== 200)
    throw new Error(`the catalogue was answered with ${response.status}`);
  // fetch unpacks the body as a browser does.
  const text = await response.text();
  const ms = performance.now() - start;
  const { version, variants } = JSON.parse(text) as { version: string; variants: unknown[] };
  const bytes = Number(response.headers.get('content-length') ?? 0);
  return { ms, bytes, version, variants: variants.length };
}

const touch = ({ db }: Bench, sku: string) =>
  statement(db, 'update product_variants set updated_at = now() where sku = $1', [sku]);
