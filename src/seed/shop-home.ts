import { uploadPicture } from '../domains/media/index.js';
import { statement, type Tx } from '../platform/database/tx.js';
import type { Platform } from '../platform/platform.js';
import { categories, demoId } from './data.js';
import { refuseInProduction, seedParts } from './demo.js';
import { heroPicture } from './hero-picture.js';

const PART = 'shop-home';
const NO_TITLE = { en: '', de: '' };

const COLLECTIONS = [
  {
    id: demoId('a0f5', 1),
    slug: 'coffee-at-home',
    name: 'Coffee at home',
    title: { en: 'Coffee at home', de: 'Kaffee zu Hause' },
    products: ['pour-over-dripper', 'house-beans-250g', 'espresso-cup', 'black-mug', 'white-mug'],
  },
  {
    id: demoId('a0f5', 2),
    slug: 'letters-and-notes',
    name: 'Letters and notes',
    title: { en: 'Letters and notes', de: 'Briefe und Notizen' },
    products: ['fountain-pen', 'dot-notebook', 'letter-set', 'pencil-set', 'washi-tape'],
  },
];

/**
 * The home page of the chain: a hero with a picture, and collections. Drawing takes a second, so it
 * runs beside the first requests, and once per database.
 */
export async function seedShopHome(platform: Platform): Promise<void> {
  refuseInProduction(platform);
  const done = await statement(platform.db, 'select from seeds where name = $1', [PART]);
  if (done.length > 0) return;
  const picture = await uploadPicture(platform, await heroPicture());
  await seedParts(platform, [[PART, tx => writeHome(tx, picture.id)]]);
}

async function writeHome(tx: Tx, pictureId: string): Promise<void> {
  for (const { id, slug, name, products } of COLLECTIONS) {
    await tx.insertInto('collections').values({ id, slug, name }).execute();
    await statement(
      tx,
      `insert into product_collections (collection_id, product_id)
       select $1, id from products where slug = any($2::text[])`,
      [id, products],
    );
  }
  // A theme that somebody has saved before stays.
  await tx
    .insertInto('shop_themes')
    .values(chainTheme(pictureId))
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

function chainTheme(pictureId: string) {
  const home = categories.find(({ slug }) => slug === 'home');
  return {
    id: demoId('a0f4', 2),
    store_id: null,
    hero: JSON.stringify({
      title: { en: 'Good things for every day.', de: 'Gute Dinge für jeden Tag.' },
      text: {
        en: 'Coffee, kitchenware and paper goods, delivered to you or ready at the store.',
        de: 'Kaffee, Küche und Papier, nach Hause geliefert oder bereit in der Filiale.',
      },
      link: '/?category=kitchen',
      link_text: { en: 'Shop the kitchen', de: 'Zur Küche' },
    }),
    hero_picture_id: pictureId,
    sections: JSON.stringify([
      ...COLLECTIONS.map(({ id, title }) => ({
        kind: 'collection',
        ref: id,
        products: [],
        title,
        limit: 4,
      })),
      { kind: 'category', ref: home?.id ?? null, products: [], title: NO_TITLE, limit: 4 },
    ]),
  };
}
