import { Nullable, Text, Timestamp, Type, Uuid } from '../../platform/http/schemas.js';

export const DESCRIPTION_MAX = 5_000;

export const ContentId = Type.Optional(Nullable(Text(255, 1)));

/** Wider than `Money`, because totals can exceed the largest single amount. */
export const Amount = Type.String({ pattern: '^-?\\d{1,14}\\.\\d{2,3}$', examples: ['1234.50'] });

export const Stamps = { created_at: Timestamp, updated_at: Timestamp };

/** Null or absent: every store. */
export const StoreIds = Type.Optional(
  Nullable(Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true })),
);

export const Window = {
  starts_at: Type.Optional(Nullable(Timestamp)),
  ends_at: Type.Optional(Nullable(Timestamp)),
};

export const WindowAnswer = { starts_at: Nullable(Timestamp), ends_at: Nullable(Timestamp) };

export const Whole = (maximum: number, minimum = 1) => Type.Integer({ minimum, maximum });

/** The largest `integer` of PostgreSQL. */
export const MAX_INTEGER = 2_147_483_647;

export const isoTime = (at: Date | null): string | null => at?.toISOString() ?? null;
