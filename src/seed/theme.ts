import type { Tx } from '../platform/database/tx.js';
import { demoId, ZURICH_ID } from './data.js';

const NO_TITLE = { en: '', de: '' };

/** The shop of one store has a look of its own, so that both are seen. */
export async function seedTheme(tx: Tx): Promise<void> {
  await tx
    .insertInto('shop_themes')
    .values({
      id: demoId('a0f4', 1),
      store_id: ZURICH_ID,
      primary_color: '#1d4f91',
      background_color: '#f7f9fc',
      font: 'humanist',
      hero: JSON.stringify({
        title: { en: 'Good things from the station.', de: 'Gute Dinge vom Hauptbahnhof.' },
        text: {
          en: 'Order today, pick up on your way home.',
          de: 'Heute bestellen, auf dem Heimweg abholen.',
        },
        link: '/?category=kitchen',
        link_text: { en: 'See the kitchen', de: 'Zur Küche' },
      }),
      sections: JSON.stringify([
        { kind: 'products', ref: null, products: [1, 2, 3, 4], title: NO_TITLE, limit: 4 },
      ]),
    })
    .execute();
}
