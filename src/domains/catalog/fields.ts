import { Nullable, Text, Timestamp, Type } from '../../platform/http/schemas.js';

/** `white-mug`: lower-case words with dashes, at least one letter so that it is never a number. */
export const Slug = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$' });

/** Only links a browser may load an image from: of a web server or of this one. */
export const ImageUrl = Type.String({ maxLength: 500, pattern: '^(https?://\\S+|/\\S*)?$' });

export const ContentId = Type.Optional(Nullable(Text(255, 1)));

export const SortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });

export const Stamps = { created_at: Timestamp, updated_at: Timestamp };
