import { minorDigits } from '../../platform/currencies.js';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { putProduct, saveReference } from '../catalog/index.js';
import { putLevel } from '../inventory/index.js';
import { firstStore, hasVariants, lockState } from './repository.js';
import {
  SAMPLE_CATEGORIES,
  SAMPLE_PRODUCTS,
  SAMPLE_STOCK,
  type SampleProduct,
} from './sample-products.js';

/** Yen have no cents, and a mug costs about a hundred times the number. */
const priceIn = (currency: string, price: number): string =>
  (minorDigits(currency) === 0 ? Math.round(price * 100) : price).toFixed(2);

/** Fills an empty catalogue with the sample assortment, with stock for the first store. */
export async function addSampleProducts(
  { db, config }: Platform,
  actorId: string,
): Promise<{ variants: number }> {
  return atomically(db, async tx => {
    await lockState(tx);
    const store = await firstStore(tx);
    if (store === undefined) throw conflict('STORE_REQUIRED', 'Open a store first.');
    if (await hasVariants(tx)) {
      throw conflict('PRODUCTS_EXIST', 'The catalogue has products already.');
    }
    for (const category of SAMPLE_CATEGORIES) {
      await saveReference(tx, 'category', undefined, category);
    }
    for (const product of SAMPLE_PRODUCTS) await addProduct(tx, product, config.baseCurrency);
    const skus = SAMPLE_PRODUCTS.flatMap(({ variants }) => variants.map(({ sku }) => sku));
    for (const sku of skus) {
      await putLevel(tx, { storeId: store.id, sku, onHand: SAMPLE_STOCK, actorId });
    }
    return { variants: skus.length };
  });
}

async function addProduct(tx: Tx, product: SampleProduct, currency: string): Promise<void> {
  for (const { price, ...variant } of product.variants) {
    await putProduct(tx, {
      slug: product.slug,
      product: {
        name: product.name,
        description: product.description,
        tax_class: product.taxClass,
      },
      references: { category: product.category },
      variant: { ...variant, price: priceIn(currency, price) },
    });
  }
}
