import { expect, it } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { spreadsheetsOf } from '../spreadsheets/support.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase, openShop } from '../support/service.js';
import { bigShopifyFile, killWhileImporting, startPictures } from './import-kill.js';

const ROWS = 2_000;

/** What an import leaves, without ids and times. */
async function resultIn(url: string) {
  const { db, close } = connect(url, { poolSize: 1, log: createLog('silent') });
  try {
    return await statement(
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

it('ends with the same result whether or not the service is killed on the way', async () => {
  const pictures = await startPictures();
  const csv = bigShopifyFile(ROWS, pictures.url);
  const database = await cloneDatabase(DEMO_TEMPLATE);
  const shop = await openShop({ background: false, env: { IMPORT_PRIVATE_ADDRESSES: 'true' } });
  try {
    const killed = await killWhileImporting(database.url, csv, 200);
    expect(killed.rowsAtKill).toBeLessThan(ROWS);
    const whole = { rows: ROWS, created: ROWS - 4, updated: 0, unchanged: 0, refused: 4 };
    const all = { total: ROWS / 4, done: ROWS / 4, failed: 0 };
    expect(killed).toMatchObject({ ...whole, status: 'completed', pictures: all });
    const { bringUpload, runPictures, look } = spreadsheetsOf(() => shop);
    const { id } = await bringUpload(csv, { store: 'DOWNTOWN' });
    await runPictures(id);
    expect((await look(id)).body).toMatchObject({ ...whole, status: 'completed', pictures: all });
    const expected = await resultIn(shop.url);
    expect(expected).toHaveLength(ROWS - 4);
    expect(await resultIn(database.url)).toEqual(expected);
  } finally {
    pictures.close();
    await shop.close();
    await database.drop();
  }
}, 600_000);
