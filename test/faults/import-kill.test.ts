import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { spreadsheetsOf } from '../spreadsheets/support.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { makeTempFolder } from '../support/postgres.js';
import { cloneDatabase, openShop } from '../support/service.js';
import {
  bigShopifyFile,
  goodsOfFile,
  importedGoods,
  importFile,
  startPictures,
} from './import-kill.js';

const ROWS = 2_000;

it('ends with the same result whether or not the service is killed on the way', async () => {
  const pictures = await startPictures();
  const csv = bigShopifyFile(ROWS, pictures.url);
  const database = await cloneDatabase(DEMO_TEMPLATE);
  const dataDir = await makeTempFolder();
  const shop = await openShop({ background: false, env: { IMPORT_PRIVATE_ADDRESSES: 'true' } });
  try {
    const shown: number[] = [];
    const { done, kills } = await importFile({ databaseUrl: database.url, dataDir }, csv, {
      killAt: [seen => seen.rows >= 200, seen => seen.pictures.done > 0],
      onProgress: ({ progress }) => shown.push(progress),
    });
    expect(kills).toHaveLength(2);
    expect(kills[0]?.rows).toBeLessThan(ROWS);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    const whole = { rows: ROWS, created: ROWS - 4, updated: 0, unchanged: 0, refused: 4 };
    const all = { total: ROWS / 4, done: ROWS / 4, failed: 0 };
    expect(done).toMatchObject({ ...whole, status: 'completed', pictures: all });
    const { bringUpload, runPictures, look } = spreadsheetsOf(() => shop);
    const { id } = await bringUpload(csv, { store: 'DOWNTOWN' });
    await runPictures(id);
    expect((await look(id)).body).toMatchObject({ ...whole, status: 'completed', pictures: all });
    const expected = await importedGoods(shop.url);
    const units = expected.reduce((sum, { on_hand }) => sum + Number(on_hand), 0);
    expect(goodsOfFile(ROWS)).toEqual({
      products: ROWS / 4,
      variants: expected.length,
      units,
      pictures: ROWS / 4,
    });
    expect(await importedGoods(database.url)).toEqual(expected);
  } finally {
    pictures.close();
    await shop.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 600_000);
