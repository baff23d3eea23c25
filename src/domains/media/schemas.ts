import {
  Answer,
  Body,
  OneOf,
  PageQuery,
  Params,
  Query,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { FORMATS } from './rules.js';

const Side = Type.Integer({ minimum: 1, description: 'In pixels' });

/** A picture and its files, in every answer that shows one. */
export const PictureFields = {
  url: Type.String({ description: 'Path of the largest WebP file' }),
  width: Side,
  height: Side,
  variants: Type.Array(
    Answer({ url: Type.String(), width: Side, height: Side, format: OneOf(FORMATS) }),
    { description: 'Every size as AVIF and WebP, narrow to wide' },
  ),
};

export const MediaAnswer = Answer({ id: Uuid, ...PictureFields, created_at: Timestamp });

export const UploadBody = Type.Object(
  { file: Type.String({ format: 'binary', description: 'JPEG, PNG, WebP, AVIF or GIF' }) },
  { description: 'A form with one file of up to 20 MiB, 50 megapixels and 20,000 pixels a side' },
);

export const AddressBody = Body({
  url: Type.String({ minLength: 1, maxLength: 2_000, pattern: '^https?://\\S+$' }),
});

export const MediaParams = Params({ id: Uuid });
export const MediaQuery = Query(PageQuery);
export const FileParams = Params({ name: Type.String({ maxLength: 60 }) });
