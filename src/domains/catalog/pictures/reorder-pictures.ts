import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { changePictures } from './change-pictures.js';
import { type Picture, pictureIds, writeOrder } from './repository.js';

/** Refuses an order that lacks a picture, such as one that was added meanwhile. */
export const reorderPictures = (tx: Tx, ref: string, ids: readonly string[]): Promise<Picture[]> =>
  changePictures(tx, ref, async product => {
    const known = await pictureIds(tx, product.id);
    if (known.length !== ids.length || !known.every(id => ids.includes(id))) {
      throw invalidField('ids', 'Name every picture of the product once.');
    }
    await writeOrder(tx, ids);
  });
