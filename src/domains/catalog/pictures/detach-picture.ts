import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { changePictures } from './change-pictures.js';
import { deletePicture } from './repository.js';

/** Takes a picture off a product; the uploaded picture stays. */
export async function detachPicture(tx: Tx, ref: string, id: string): Promise<void> {
  await changePictures(tx, ref, async product => {
    if (!(await deletePicture(tx, product.id, id))) throw notFound('Picture');
  });
}
