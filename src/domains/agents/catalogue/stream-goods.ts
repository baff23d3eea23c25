import { Readable } from 'node:stream';
import { MINUTE_MS } from '../../../platform/clock.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { productsByIds } from '../../catalog/index.js';
import { idsOnSaleAfter, showProducts } from '../../storefront/index.js';
import type { SellingStore } from '../../stores/index.js';
import { type Goods, goodsOf } from './goods.js';

const BATCH = 200;
/** Each reader reads the whole catalogue, so a node serves few at the same time. */
const MOST_AT_ONCE = 2;
const RETRY_SECONDS = 60;
/** A reader that takes longer is cut off. */
const LONGEST_MS = 15 * MINUTE_MS;

/** Products of a store in the order of their numbers; `lastId` is the last number that was read. */
export async function* goodsOfStore(
  platform: Platform,
  store: SellingStore,
): AsyncGenerator<{ goods: Goods[]; lastId: number }> {
  let lastId = 0;
  for (;;) {
    const ids = await idsOnSaleAfter(platform.db, lastId, BATCH);
    const last = ids.at(-1);
    if (last === undefined) return;
    const products = await productsByIds(platform.db, ids);
    const shown = await showProducts(platform, products, store);
    const visible = shown.filter(product => product !== undefined);
    lastId = last;
    yield { goods: await goodsOf(platform, store, visible, products), lastId };
  }
}

type LineOf = (goods: Goods) => object;

/** Writes all goods of a store while they are read, one line each; busy (503) beyond two readers. */
export function createGoodsLines(
  platform: Platform,
): (store: SellingStore, lineOf: LineOf) => Readable {
  let open = 0;
  async function* write(store: SellingStore, lineOf: LineOf): AsyncGenerator<string> {
    for await (const { goods } of goodsOfStore({ ...platform, db: platform.replica }, store)) {
      yield goods.map(one => `${JSON.stringify(lineOf(one))}\n`).join('');
    }
  }
  return (store, lineOf) => {
    if (open >= MOST_AT_ONCE) {
      throw new Failure('unavailable', 'FEED_BUSY', 'Other programs are reading the feed.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    open += 1;
    const lines = Readable.from(write(store, lineOf), {
      objectMode: false,
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    lines.once('close', () => {
      open -= 1;
    });
    return lines;
  };
}
