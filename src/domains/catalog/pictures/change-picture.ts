import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { changePictures, checkVariant } from './change-pictures.js';
import { type Picture, updatePicture } from './repository.js';
import type { PictureChange } from './schemas.js';

/** Changes the text, the focal point or the variant of a product's picture. */
export async function changePicture(
  tx: Tx,
  ref: string,
  id: string,
  change: PictureChange,
): Promise<Picture> {
  const pictures = await changePictures(tx, ref, async product => {
    checkVariant(product, change.variant_id);
    if (Object.keys(change).length === 0) return;
    if (!(await updatePicture(tx, product.id, id, change))) throw notFound('Picture');
  });
  const changed = pictures.find(picture => picture.id === id);
  if (changed === undefined) throw notFound('Picture');
  return changed;
}
