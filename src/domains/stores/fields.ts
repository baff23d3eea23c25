import { Nullable, Text, Timestamp, Type } from '../../platform/http/schemas.js';

/** Fields that stores and their sites, taxes and tills have in common. */
export const Address = {
  address: Text(255),
  city: Text(100),
  region: Text(100),
  postal_code: Text(20),
  country: Text(100),
};

export const optional = <T extends Record<string, ReturnType<typeof Type.String>>>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as { [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>> };

export const ContentId = Type.Optional(Nullable(Text(255, 1)));

export const TaxClassCode = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,49}$' });

export const Stamps = { created_at: Timestamp, updated_at: Timestamp };
