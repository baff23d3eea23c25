import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { productDeleted, variantDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deleteVariantsOfProduct } from '../variants/repository.js';
import { deleteProduct, lockProduct, productByRef } from './repository.js';

/** Deletes the product and its variants. Fails with 409 if one of them was ever stocked or sold. */
export async function removeProduct(tx: Tx, ref: string): Promise<void> {
  const found = await productByRef(tx, ref);
  if (found === undefined || !(await lockProduct(tx, found.id))) throw notFound('Product');
  const variants = await unlessInUse('Product', async () => {
    const deleted = await deleteVariantsOfProduct(tx, found.id);
    await deleteProduct(tx, found.id);
    return deleted;
  });
  await record(tx, productDeleted(found), ...variants.map(variantDeleted));
}
