/**
 * Imports a Shopify file with pictures into a new shop and prints how long it takes:
 *
 *     npx tsx bench/import.ts 50000
 */
import { bigShopifyFile, importOnce, startPictures } from '../test/faults/import-kill.js';
import { startTestPostgres } from '../test/support/postgres.js';

const rows = Number(process.argv[2] ?? 50_000);
const pictures = await startPictures();
const postgres = await startTestPostgres();
try {
  const csv = bigShopifyFile(rows, pictures.url);
  process.stdout.write(`${rows} rows, ${(csv.length / 1_048_576).toFixed(1)} MiB\n`);
  for (const round of ['first import', 'second import']) {
    const { rowsMs, totalMs, ...counts } = await importOnce(postgres.url, csv);
    const perSecond = Math.round(rows / (rowsMs / 1_000));
    process.stdout.write(
      `${round}: rows ${(rowsMs / 1_000).toFixed(0)} s (${perSecond} rows/s), ` +
        `with pictures ${(totalMs / 1_000).toFixed(0)} s, ${JSON.stringify(counts)}\n`,
    );
  }
} finally {
  pictures.close();
  await postgres.stop();
}
