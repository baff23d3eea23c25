import { Nullable, Text, Timestamp, Type } from '../../platform/http/schemas.js';

/** Such as `white-mug`; contains a letter, so that it is never taken for a product number. */
export const Slug = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$' });

/**
 * Absolute http(s) URL or a path on this server; other schemes such as `javascript:` are refused.
 */
export const ImageUrl = Type.String({ maxLength: 500, pattern: '^(https?://\\S+|/\\S*)?$' });

export const ContentId = Type.Optional(Nullable(Text(255, 1)));

export const SortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });

export const Stamps = { created_at: Timestamp, updated_at: Timestamp };
