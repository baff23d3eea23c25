import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  bigShopifyFile,
  type Goods,
  goodsOfFile,
  type Imported,
  importedGoods,
  importFile,
  type Progress,
  startPictures,
} from '../test/faults/import-kill.js';
import { makeTempFolder, startTestPostgres } from '../test/support/postgres.js';
import { benchOptions } from './options.js';

const ROWS = 50_000;
const POLL_MS = 250;
const STEP_PERCENT = 10;

/**
 * `npm run bench -- import`: imports a Shopify file of 50,000 rows, or `--rows n`, with pictures
 * into a new shop. The service is killed at half of the rows and at half of the pictures. The same
 * file is imported again, and has to change nothing. Exits with 1 if a result is not that of the file.
 */
export async function measureImport(): Promise<void> {
  const rows = benchOptions().rows ?? ROWS;
  const pictures = await startPictures();
  const postgres = await startTestPostgres();
  const dataDir = await makeTempFolder();
  try {
    const place = { databaseUrl: postgres.url, dataDir };
    const csv = bigShopifyFile(rows, pictures.url);
    console.log(`${rows} rows, ${(csv.length / 1_048_576).toFixed(1)} MiB\n`);
    const first = await importFile(place, csv, {
      pollMs: POLL_MS,
      killAt: [seen => seen.rows >= rows / 2, isHalfWayWithPictures],
      onProgress: printer('first'),
    });
    const fetched = pictures.served();
    const goods = await importedGoods(postgres.url);
    const course = { pollMs: POLL_MS, onProgress: printer('second') };
    const second = await importFile(place, csv, course);
    const after = await importedGoods(postgres.url);
    printImport('first import', rows, first);
    printImport('second import', rows, second);
    for (const [n, { rows: at, progress, pictures: photos }] of first.kills.entries())
      console.log(
        `kill ${n + 1} at ${at} rows (${progress} %), ${photos.done}/${photos.total} pictures`,
      );
    console.log(`pictures fetched: ${fetched}, then ${pictures.served() - fetched}\n`);
    const expected = goodsOfFile(rows);
    const right = expected.variants;
    const wrong = rows - right;
    report('the service was killed twice', first.kills.length === 2);
    const sums = sumsOf(goods);
    report('goods are those of the file', isDeepStrictEqual(sums, expected), sums);
    report('first import: counts', hasCounts(first, { created: right, refused: wrong }));
    report('second import: counts', hasCounts(second, { unchanged: right, refused: wrong }));
    report('second import: nothing changes', isDeepStrictEqual(after, goods), sumsOf(after));
    report('second import: no picture is fetched', pictures.served() === fetched);
  } finally {
    pictures.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const isHalfWayWithPictures = ({ pictures: { done, total } }: Progress): boolean =>
  total > 0 && done >= total / 2;

/** Prints every tenth of the rows and of the pictures, and each kill. */
function printer(name: string): (seen: Progress, isKilled: boolean) => void {
  const startedAt = Date.now();
  let next = 0;
  return ({ progress, rows, pictures, status }, isKilled) => {
    const percent = pictures.total === 0 ? 0 : Math.floor((100 * pictures.done) / pictures.total);
    const step = progress + percent;
    if (!isKilled && status !== 'completed' && step < next) return;
    next = step - (step % STEP_PERCENT) + STEP_PERCENT;
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0).padStart(5);
    console.log(
      `${seconds} s  ${name}: ${progress} % of the file, ${rows} rows, ` +
        `${pictures.done} pictures, ${status}${isKilled ? ' – kill -9, started again' : ''}`,
    );
  };
}

function printImport(name: string, rows: number, { done, rowsMs, totalMs }: Imported): void {
  const { created, updated, unchanged, refused, pictures } = done;
  const perSecond = Math.round(rows / (rowsMs / 1_000));
  const counts = JSON.stringify({ created, updated, unchanged, refused, pictures });
  console.log(
    `\n${name}: rows ${(rowsMs / 1_000).toFixed(0)} s (${perSecond} rows/s), ` +
      `with pictures ${(totalMs / 1_000).toFixed(0)} s\n  ${counts}`,
  );
}

function sumsOf(goods: readonly Goods[]) {
  const pictures = new Map(goods.map(one => [one.slug, one.pictures]));
  return {
    products: pictures.size,
    variants: goods.length,
    units: goods.reduce((sum, { on_hand }) => sum + Number(on_hand), 0),
    pictures: [...pictures.values()].reduce((sum, count) => sum + count, 0),
  };
}

function hasCounts({ done }: Imported, counts: Partial<Progress>): boolean {
  const { created, updated, unchanged, refused } = done;
  const none = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  return isDeepStrictEqual({ created, updated, unchanged, refused }, { ...none, ...counts });
}

function report(name: string, isRight: boolean, figures?: object): void {
  const text = figures === undefined ? '' : ` ${JSON.stringify(figures)}`;
  console.log(`${isRight ? 'yes' : 'NO '}  ${name}${text}`);
  if (!isRight) process.exitCode = 1;
}
