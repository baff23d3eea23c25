import type { Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { changePictures, checkVariant } from './change-pictures.js';
import { insertPicture, type Picture, pictureIds } from './repository.js';
import { MAX_PICTURES, type PictureChange } from './schemas.js';

/**
 * Adds an uploaded picture after the other pictures of the product. An import passes the address
 * that the picture came from.
 */
export async function attachPicture(
  tx: Tx,
  ref: string,
  fields: PictureChange & { media_id: string; source_url?: string },
): Promise<Picture> {
  const id = newId();
  const pictures = await changePictures(tx, ref, async product => {
    checkVariant(product, fields.variant_id);
    // Counted under the lock; the product itself was read before it.
    if ((await pictureIds(tx, product.id)).length >= MAX_PICTURES) {
      throw invalidField('media_id', `A product has at most ${MAX_PICTURES} pictures.`);
    }
    await insertPicture(tx, { ...fields, id, product_id: product.id });
  });
  const added = pictures.find(picture => picture.id === id);
  if (added === undefined) throw notFound('Picture');
  return added;
}
