import { presentPicture } from '../../media/index.js';
import type { Picture } from './repository.js';

export const presentProductPicture = (picture: Picture) => ({
  id: picture.id,
  media_id: picture.media_id,
  variant_id: picture.variant_id,
  alt: picture.alt,
  focal_x: picture.focal_x,
  focal_y: picture.focal_y,
  ...presentPicture(picture),
});
